import type { GrantableType } from '../domain/types/index.ts'
import { several } from './phrases.ts'

const NOUNS: Readonly<Record<GrantableType, readonly [one: string, many: string]>> = {
  party: ['entry in the register of people', 'entries in the register of people'],
  harvest: ['harvest', 'harvests'],
  lot: ['lot', 'lots'],
  delivery: ['delivery', 'deliveries'],
  delivery_confirmation: ['confirmation of a delivery', 'confirmations of deliveries'],
  custody_transfer: ['hand-over of a lot', 'hand-overs of lots'],
  loss: ['loss', 'losses'],
  obligation: ['obligation', 'obligations'],
  retraction: ['retraction', 'retractions'],
  plot: ['plot of land', 'plots of land'],
  due_diligence: ['due diligence statement', 'due diligence statements'],
  inference: ['prediction', 'predictions'],
}

/** `3 deliveries` */
export const counted = (type: GrantableType, count: number): string => several(count, ...NOUNS[type])

export const plural = (type: GrantableType): string => NOUNS[type][1]

/** `a, b and c` */
export function listed(parts: readonly string[]): string {
  const last = parts[parts.length - 1] ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
