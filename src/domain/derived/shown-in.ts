import {
  CONFIRMATION_OF,
  confirmedType,
  isConfirmableType,
  RECORD_TYPES,
  type RecordType,
} from '../types/index.ts'
import { PAYABLE, partiesToDebt } from './money.ts'
import type { Version, World } from './world.ts'

/**
 * Which records show something of another one: its id, or when and how it happened. They show it only to those who may
 * read that one (contract §5), so a copy of them is out of date as soon as it opens or closes.
 */

/**
 * Returns the types of the records that show when and how a record of this type happened. Consent to one of them is enough to know
 * that, where only the other type is not open.
 */
export function shownByTypes(type: RecordType): readonly RecordType[] {
  const confirmed = confirmedType(type)
  if (confirmed !== undefined) return [confirmed]
  if (type === 'payment') return PAYABLE
  return type === 'custody_transfer' ? ['lot'] : []
}

/** Types of records that name some that show something of them. Others are shown only by what names them. */
export const NAMES_WHAT_SHOWS_IT: ReadonlySet<RecordType> = new Set(
  RECORD_TYPES.filter((type) => shownByTypes(type).length > 0),
)

/**
 * Returns every record that may show something of this one, apart from the lots that draw on it: what it corrects and what corrects
 * it; the record that it confirms; versions of the debts between its two sides that it pays, and of the lot that it hands over;
 * versions of the same lot, of which the earliest readable one says since when it is held.
 * @param isAlone whether it is known that nothing names it and that it corrects nothing
 */
export function recordsShowing(world: World, version: Version, isAlone: boolean): ReadonlySet<Version> {
  const { id, type, root, body } = version
  const found = new Set<Version>()
  const named = (target: string | undefined) => (target === undefined ? undefined : world.byId(target))
  const chainOfNamed = (target: string | undefined) => {
    const version = named(target)
    return version === undefined ? [] : world.chain(version.root)
  }
  const add = (target: Version | undefined) => target !== undefined && found.add(target)
  if (!isAlone) {
    add(named(body.supersedes))
    for (const child of type === 'lot' ? world.chain(root) : world.naming('supersedes', [id])) add(child)
  }
  const confirmed = confirmedType(type)
  if (confirmed !== undefined && isConfirmableType(confirmed))
    add(named(body[CONFIRMATION_OF[confirmed].member]))
  const isOwedBetweenThem = (debt: Version) => {
    const parties = partiesToDebt(debt)
    return parties.length > 0 && parties.every((party) => party === body.payer || party === body.payee)
  }
  for (const { record_id: paid } of body.settles ?? [])
    for (const debt of chainOfNamed(paid)) if (isOwedBetweenThem(debt)) add(debt)
  if (type === 'custody_transfer') for (const lot of chainOfNamed(body.lot_id)) add(lot)
  found.delete(version)
  return found
}
