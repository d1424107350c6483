import { ExportFolder, type Manifest } from '../../../../src/records/export/folder.ts'
import { type ExportAsked, ExportRun } from '../../../../src/records/export/run.ts'
import type { Appliance } from '../../appliance.ts'

/** Exports into a folder, as the command does; of the cooperative, and all there is, unless told otherwise. */
export async function exportInto(
  out: string,
  tasks: Appliance['tasks'],
  asked: Partial<ExportAsked> = {},
  progress: (doing: string, rows: number) => void = () => {},
): Promise<Manifest> {
  const source = {
    run: (task: never, args: never) => tasks.run(task, 'clerk', args),
    stream: (task: never, args: never) => tasks.stream(task, 'clerk', args),
  }
  const folder = new ExportFolder(out)
  try {
    const everything = { for: null, purpose: null, sinceMs: null }
    return await new ExportRun(folder, source as never, { ...everything, ...asked }, progress).all()
  } finally {
    folder.release()
  }
}
