import type { Kernel } from '../assemble.ts'
import { OLD_ID_EPOCH_MS } from '../importer/identity.ts'
import { counter } from './who.ts'

/** What an import into this folder must know. The secret leaves by the socket alone, which only the operator can open. */

export const importTasks = {
  /** The secret that ids are made with, in hexadecimal digits; and whether an older version may have imported here. */
  'import.secret': ({ store }: Kernel, _operator: string, _args: object) => ({
    secret: store.changes.derivedSecret('ids made by an import').toString('hex'),
    may_have_old: store.records.near(`${OLD_TIME}-7000-8000-000000000000`)?.id.startsWith(OLD_TIME) ?? false,
  }),

  /** Of these ids, those that stand for a record of the cooperative's own, or for a party that it asserted. */
  'import.known': (kernel: Kernel, operator: string, args: { readonly ids: readonly string[] }) => {
    const { parties, records } = kernel.store
    const { party: cooperative } = counter(kernel, operator)
    const own = records.byIds(args.ids).filter(({ assertedBy }) => assertedBy === cooperative)
    const asserted = args.ids.filter((id) => {
      const party = parties.find(id)
      if (party === undefined) return false
      const statements = records.outlines(records.partyStatements(party, cooperative))
      return statements.some(({ assertedBy }) => assertedBy === cooperative)
    })
    return { ids: [...new Set([...own.map(({ id }) => id), ...asserted])] }
  },
} as const

const timeDigits = OLD_ID_EPOCH_MS.toString(16).padStart(12, '0')
/** How ids begin that an older version made. */
const OLD_TIME = `${timeDigits.slice(0, 8)}-${timeDigits.slice(8)}`
