import { actInTurn } from '../../../src/cli/operator-files.ts'
import { ExportFolder } from '../../../src/records/export/folder.ts'
import { PackFolder } from '../../../src/records/pack/folder.ts'

/** Under sudo, as the service's user: an export and a pack into a folder where only the operator may write. */

const [folder = ''] = process.argv.slice(2)
actInTurn({
  operator: { uid: 0, gid: 0, name: 0 },
  service: { uid: 64_000, gid: 64_001, name: 64_000 },
})
const begun = { for: 'x', purpose: 'x', since: null, made_at: 'x', log_size: 0, root: '', checkpoint: null }
for (const closed of [null, null]) {
  const exported = new ExportFolder(`${folder}/export`)
  exported.begin(begun)
  exported.complete({ ...begun, files: [], closed })
  exported.release()
}
const pack = new PackFolder(`${folder}/pack`)
pack.add({ file: 'summary.txt', text: 'A lot' })
pack.complete()
console.log(process.geteuid?.())
