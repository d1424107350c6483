import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dataFiles } from '../../../src/config/config.ts'
import type { Actor, AnyAppliance } from '../actors.ts'
import { type Appliance, makeAppliance, type Settings } from '../appliance.ts'
import { noise } from './pictures/planted.ts'
import { ByHand } from './uploading.ts'

/** An appliance that answers on a port, and a farmer with pictures. */
export interface Scene<A extends AnyAppliance = Appliance> {
  readonly a: A
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

export const scene = async (settings: Settings = {}): Promise<Scene> => sceneOf(await makeAppliance(settings))

export async function sceneOf<A extends AnyAppliance>(a: A): Promise<Scene<A>> {
  const farmer = await a.party('person', 'Grace')
  const stranger = await a.party('person', 'Stranger')
  const port = await a.port()
  const folder = dataFiles(a.data).uploads
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
