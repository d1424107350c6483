import type { PublisherPlace } from '../../config/addresses.ts'
import { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { type Comparison, compareWithPublished, type Published } from './published.ts'
import { compareWithFolder } from './publisher-folder.ts'

/** What is known outside the database. */
export interface OutsideOrder {
  /** Checkpoints named by the operator. */
  readonly published: readonly Published[]
  /** The publisher in the settings. */
  readonly publisher: PublisherPlace
}

const NOTHING_OUTSIDE =
  'A database that was put back as a whole to an earlier day agrees with itself: that was not looked for, because no checkpoint outside is known. Name one that somebody has kept with --checkpoint, or publish to a folder (GRANARY_ANCHOR_PUBLISHER).'

const NOT_NAMED =
  'Roots of this log were published, but where they are was not told, so a database that was put back as a whole to an earlier day would not be found. Give this command the GRANARY_ANCHOR_PUBLISHER that the service has, or name a checkpoint that somebody has kept with --checkpoint.'

/** Compares the log with everything known about it outside. */
export function compareOutside(inspection: Inspection, { published, publisher }: OutsideOrder): Comparison {
  const all = published.map((one) => compareWithPublished(inspection, one))
  if (publisher?.kind === 'folder') all.push(compareWithFolder(inspection, publisher.path))
  const faults = new Faults()
  for (const { findings } of all) faults.merge(findings)
  const owed = all.flatMap((one) => one.owed)
  const remarks = all.flatMap((one) => one.remarks)
  if (all.length === 0)
    if (publisher === null && inspection.anchors.isPublished()) owed.push(NOT_NAMED)
    else remarks.push(NOTHING_OUTSIDE)
  const compared = all.reduce((sum, one) => sum + one.compared, 0)
  return { findings: { listed: faults.listed, counts: faults.counts }, owed, remarks, compared }
}
