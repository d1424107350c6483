import { Problem } from '../base/problem.ts'
import { isId } from '../domain/id.ts'
import { type PicturePiece, piecesOf } from '../evidence/keep-tasks.ts'
import type { EvidenceKernel } from '../evidence/kernel.ts'
import { frontOffice } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import { noteAct } from '../store/acts/doer.ts'
import type { EvidenceRow } from '../store/tables/evidence.ts'
import type { ConsentKernel } from './kernel.ts'

/** The signed paper of a consent, if the front office keeps a picture of it. */

interface PaperKernel extends ConsentKernel, EvidenceKernel {}

export const paperTasks = tasksOn<PaperKernel>()({
  /** Whether the picture of the paper that this consent names is kept here. */
  'grant.has-paper': (kernel, operator, { grant }: { readonly grant: string }) => ({
    kept: paperOf(kernel, operator, grant) !== undefined,
  }),
})

export const paperStreams = {
  /** Yields the picture of a consent's signed paper. @throws {Problem} not_found */
  'grant.paper': async function* (
    kernel: PaperKernel,
    operator: string,
    { grant }: { readonly grant: string },
  ): AsyncGenerator<PicturePiece> {
    const { ports, store } = kernel
    const picture = await ports.submit(() => {
      const found = paperOf(kernel, operator, grant)
      if (found === undefined) throw new Problem('not_found')
      const looked_up = store.parties.find(kernel.grants.one(grant)?.subject ?? '')
      noteAct(store, { credential: null, operator }, 'grant.paper', { grant, looked_up })
      return found
    })
    yield* piecesOf(kernel, picture)
  },
} as const

/** The cooperative's own picture: naming the hash of somebody else's opens nothing. Call inside a job. */
function paperOf(kernel: PaperKernel, operator: string, id: string): EvidenceRow | undefined {
  const evidence = isId(id) ? kernel.grants.one(id)?.evidence : undefined
  if (evidence === undefined) return undefined
  const { party } = frontOffice(kernel, operator)
  return kernel.store.evidence.named(evidence).find((picture) => picture.party === party)
}
