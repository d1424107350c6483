import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dataFiles, type SettingName } from '../../src/config.ts'
import { type Actor, type Appliance, makeAppliance } from '../support/appliance.ts'
import { noise } from './pictures/planted.ts'
import { ByHand } from './uploading.ts'

/** An appliance that answers on a port, and a farmer with pictures. */
export interface Scene {
  readonly a: Appliance
  readonly port: number
  readonly farmer: Actor
  readonly stranger: Actor
  /** The farmer's telephone. */
  readonly hand: ByHand
  readonly strangersHand: ByHand
  /** Names of the files of unfinished uploads. */
  files(): string[]
  /** How many bytes of an unfinished upload lie on the disk. */
  bytesOf(path: string): number
}

export async function scene(settings: Partial<Record<SettingName, string>> = {}): Promise<Scene> {
  const a = await makeAppliance(settings)
  const farmer = await a.party('person', 'Grace')
  const stranger = await a.party('person', 'Stranger')
  const port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const folder = dataFiles(a.kernel.config.data).uploads
  return {
    a,
    port,
    farmer,
    stranger,
    hand: new ByHand(port, farmer.token),
    strangersHand: new ByHand(port, stranger.token),
    files: () => readdirSync(folder).sort(),
    bytesOf: (path) => statSync(join(folder, `${idOf(path)}.bytes`)).size,
  }
}

let seed = 0

/** A picture that is like no other, without metadata. */
export function aPicture(width = 32, height = 24, quality = 40): Promise<Buffer> {
  return noise(width, height, 3, ++seed).jpeg({ quality }).toBuffer()
}

export const idOf = (path: string): string => path.slice('/v1/uploads/'.length)
