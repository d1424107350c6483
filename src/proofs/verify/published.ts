import { type Checkpoint, originOf } from '../../domain/checkpoint.ts'
import type { Extent } from '../../store/inspect/extent.ts'
import { AnchorSearch, checkpointIn, isSignedBy } from './anchors.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'

/** A checkpoint kept by somebody outside. */
export interface Published {
  /** Where it was found, for people. */
  readonly place: string
  readonly note: string
}

/** The log that checkpoints are compared with. */
export interface Against {
  readonly look: AnchorSearch
  readonly extent: Extent
}

/** Call it after reading the checkpoints, since the service may publish others meanwhile. */
export const asItStands = (inspection: Inspection): Against => ({
  look: new AnchorSearch(inspection),
  extent: inspection.extent(),
})

export interface Comparison {
  readonly findings: Findings
  /** What could not be compared, in sentences. */
  readonly owed: readonly string[]
  /** Remarks on the key that signed it, in sentences. */
  readonly remarks: readonly string[]
  /** Number of checkpoints compared with the log. */
  readonly compared: number
}

/**
 * Compares the present log with a checkpoint from outside. This is the only way to detect a whole database that was put back
 * to an earlier day, since such a database agrees with itself.
 */
export function compareWithPublished(
  inspection: Inspection,
  { place, note }: Published,
  against = asItStands(inspection),
): Comparison {
  const { look } = against
  const faults = new Faults()
  const owed: string[] = []
  const remarks: string[] = []
  const said = checkpointIn(note)
  if (typeof said === 'string') faults.add('checkpoint_not_ours', place, `It cannot be read. ${said}`)
  else {
    const key = look.keys.find(({ publicKey }) => isSignedBy(note, said.origin, publicKey))
    if (key === undefined)
      faults.add('checkpoint_not_ours', place, `No key of this log has signed it (${said.origin}).`)
    else
      remarks.push(
        `The checkpoint ${place} over ${said.size} entries was signed by the key of entry ${key.seq}.`,
      )
    compare(inspection, against, said, place, faults, owed)
  }
  const compared = owed.length === 0 ? 1 : 0
  return { findings: { listed: faults.listed, counts: faults.counts }, owed, remarks, compared }
}

function compare(
  inspection: Inspection,
  { look, extent }: Against,
  said: Checkpoint,
  place: string,
  faults: Faults,
  owed: string[],
): void {
  const life = look.lives.findIndex(({ incarnation }) => originOf(incarnation) === said.origin)
  if (life < 0) {
    faults.add('checkpoint_not_ours', place, `This log never had the name ${said.origin}.`)
    return
  }
  const next = look.lives[life + 1]
  const { entries, auditEntries } = extent
  const shared = next === undefined ? entries : next.seq - 1
  if (said.size > shared && next !== undefined) {
    owed.push(
      `The checkpoint ${place} is of the time before a backup was restored, and tells of ${said.size - shared} entries that were not in that backup. It cannot be compared; keep a newer one.`,
    )
    return
  }
  if (said.size > shared)
    faults.add(
      'rolled_back',
      place,
      `It tells of ${said.size} entries, and the log has ${shared}: ${said.size - shared} are missing.`,
    )
  else if (!look.root(said.size)?.equals(said.root))
    faults.add('rewritten', place, `The first ${said.size} entries have another root than it tells.`)
  // A life that ended with more entries than the checkpoint covers also ended with all audit entries that it covers.
  if (next === undefined || said.size < shared) compareAudit(inspection, said, auditEntries, place, faults)
}

function compareAudit(
  { audit }: Inspection,
  { auditN, auditHash }: Checkpoint,
  auditEntries: number,
  place: string,
  faults: Faults,
): void {
  if (auditN > auditEntries)
    faults.add(
      'rolled_back',
      place,
      `It tells of ${auditN} audit entries, and the audit log has ${auditEntries}: ${auditN - auditEntries} are missing.`,
    )
  else if (auditN > 0 && !audit.hashOf(auditN)?.equals(auditHash))
    faults.add('rewritten', place, `Audit entry ${auditN} has another hash than it tells.`)
}
