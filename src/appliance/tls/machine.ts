import { hostname, networkInterfaces } from 'node:os'
import { listenAddress } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import { type Machine, nameOf } from './names.ts'

/** The current names and addresses of this machine. */
export const thisMachine = (): Machine => ({
  hostName: hostname(),
  addresses: Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
})

const EVERY_ADDRESS = ['0.0.0.0', '::']

/** The names in the settings: those of the listening address and of the address for devices. */
export function namedInSettings(config: Pick<Config, 'listen' | 'publicUrl'>): string[] {
  const { host } = listenAddress(config.listen)
  const named = [host, ...(config.publicUrl === '' ? [] : [new URL(config.publicUrl).hostname])]
  return named.filter((name) => !EVERY_ADDRESS.includes(name) && nameOf(name) !== null)
}
