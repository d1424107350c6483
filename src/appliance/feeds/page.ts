import { Problem } from '../../base/problem.ts'
import type { Grants } from '../../consent/grants.ts'
import type { Verified } from '../../domain/credential.ts'
import { longList, stillOpen } from '../../http/chunks.ts'
import { type QuotaPorts, Quotas } from '../../http/quotas.ts'
import { type ChangeFeedService, type ChangesPage, pageParts } from '../../records/sync/changes.ts'

/** A page as it is sent: that of the change feed, with the cursor that it follows and the grants that changed. */

/** Most grants for each record that the page may have. */
const GRANTS_PER_RECORD = 5

export interface PagePorts extends QuotaPorts {
  readonly changes: Pick<ChangeFeedService, 'pull'>
  readonly grants: Pick<Grants, 'changedTo'>
}

export interface PageFrom {
  readonly purpose: string
  /** The cursor after which it begins; null for the beginning. */
  readonly since: string | null
  /** The entry up to which the receiver has the grants. */
  readonly grants: number
  /** Whether this store was restored from a backup at some time: a page that begins at the beginning says so. */
  readonly isRestored: boolean
  /** Most records. */
  readonly most: number
}

export interface MadePage {
  readonly body: readonly Buffer[]
  readonly cursor: string
  readonly grants: number
  readonly records: number
  readonly closed: number
  readonly hasMore: boolean
  /** Whether it says anything that the receiver does not know, other than a newer root of the log. */
  readonly hasNews: boolean
  readonly hasRoot: boolean
  /** Throws once the reader may not read it any more. */
  readonly check: () => void
}

/**
 * Makes the page as if its reader had fetched it: the gate, the audit log and the quotas are the same.
 * @param grown receives the size of the page so far; it may throw
 * @throws {Problem} invalid_cursor; quota_exceeded; overloaded; no_verified_subject
 */
export async function makePage(
  ports: PagePorts,
  caller: Verified,
  from: PageFrom,
  grown: (bytes: number) => void,
): Promise<MadePage> {
  new Quotas(ports).countAudited(caller)
  const { page, isRestored } = await pulled(ports, caller, from, grown)
  const isAnew = isRestored || from.since === null
  const { grants, through } = await ports.submitFor(caller, () =>
    ports.grants.changedTo(caller, from.purpose, isAnew ? 0 : from.grants, from.most * GRANTS_PER_RECORD),
  )
  const hasGrants = grants.length > 0
  const since = isRestored ? null : from.since
  const more = `,"since":${JSON.stringify(since)}${hasGrants ? `,"grants":${JSON.stringify(grants)}` : ''}${isRestored ? ',"restored_from_backup":true' : ''}`
  const body: Buffer[] = []
  for await (const piece of longList(...pageParts(page, more))) {
    body.push(piece)
    grown(body.reduce((sum, { length }) => sum + length, 0))
  }
  const { changes, closed, cursor, hasMore, endsGrants, source } = page
  return {
    ...{ body, cursor, grants: through, records: changes.count, closed: closed.length, hasMore },
    hasNews: changes.count + closed.length > 0 || hasGrants || endsGrants || isAnew,
    hasRoot: source !== undefined,
    check: stillOpen(ports, caller, page),
  }
}

async function pulled(
  { changes }: PagePorts,
  caller: Verified,
  { purpose, since, isRestored, most }: PageFrom,
  grown: (bytes: number) => void,
): Promise<{ readonly page: ChangesPage; readonly isRestored: boolean }> {
  const pull = (from: string | undefined) => changes.pull(caller, { purpose }, from, most, grown)
  if (since === null) return { page: await pull(undefined), isRestored }
  try {
    return { page: await pull(since), isRestored: false }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'restored_from_backup') throw error
    return { page: await pull(undefined), isRestored: true }
  }
}
