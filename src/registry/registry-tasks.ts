import { uuidv7 } from 'uuidv7'
import { Problem } from '../base/problem.ts'
import { given, isOneOf } from '../base/typed.ts'
import { REGISTRY_KINDS, type RegistryKind, withUtcTimes } from '../domain/registry.ts'
import { formatInstant } from '../domain/time.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type BaseKernel, tasksOn } from './kernel.ts'

/** Tasks without a job: rows are public, and the registry has them in memory. */
export const readyRegistryTasks = tasksOn<BaseKernel>()({
  'registry.list': async (kernel, _operator, args: { readonly kind: string }) => ({
    rows: kernel.registry.page(kindOf(args.kind), null, Number.MAX_SAFE_INTEGER).rows,
  }),
})

export const registryTasks = tasksOn<BaseKernel>()({
  /** Adds a row, which can never change; a new row can supersede it. */
  'registry.add': (kernel, operator, args: { readonly kind: string; readonly row: unknown }) => {
    const kind = kindOf(args.kind)
    return { kind, row: addRow(kernel, operator, kind, args.row) }
  },

  /** Adds many rows, or none if one is refused, with pointers that begin with the row's number, from 0. */
  'registry.add-all': (
    kernel,
    operator,
    args: { readonly kind: string; readonly rows: readonly unknown[] },
  ) => {
    const kind = kindOf(args.kind)
    const rows = args.rows.map((row, i) => {
      try {
        return addRow(kernel, operator, kind, row)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const errors = error.extra.errors?.map(({ pointer, message }) => ({
          pointer: `/${i}${pointer}`,
          message,
        }))
        throw new Problem(error.code, { ...error.extra, ...given({ errors }) })
      }
    })
    return { kind, rows }
  },
})

/** Checks a row and adds it. @throws {Problem} registry_row_refused */
function addRow(kernel: BaseKernel, operator: string, kind: RegistryKind, given: unknown) {
  const sent = withUtcTimes(given)
  const faults = kernel.registry.faults(kind, sent)
  if (faults.length > 0) throw new Problem('registry_row_refused', { errors: faults })
  const row = sent as { readonly id: string }
  const { id } = row
  if (kernel.registry.has(kind, id))
    throw new Problem('registry_row_refused', {
      errors: [
        { pointer: '/id', message: 'is already used; rows never change, so add one that supersedes it' },
      ],
    })
  const { store } = kernel
  const actId = uuidv7()
  const nowMs = store.writer.nowMs
  store.acts.append('registry_row', actId, nowMs, {
    id: actId,
    kind,
    row,
    operator,
    received_at: formatInstant(nowMs),
  })
  store.audit.append(nowMs, {
    credential: null,
    action: 'registry_row',
    outcome: 'done',
    detail: { kind, id, operator },
  })
  kernel.registry.add(kind, row)
  return row
}

function kindOf(text: string): RegistryKind {
  if (isOneOf(REGISTRY_KINDS, text)) return text
  throw new OperatorFault(
    ...withRemedy('registry.unknownKind', { text }, { kinds: REGISTRY_KINDS.join(', ') }),
    2,
  )
}
