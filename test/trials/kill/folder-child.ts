import { createHash, randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { FolderStore } from '../../../src/evidence/objects/folder.ts'

/**
 * Runs in a process of its own that is killed while it writes. A line on stdout is its acknowledgement: the digest of an
 * object, written only after the object is said to be kept. Started by folder-killed.trial.ts.
 */
const store = new FolderStore(process.argv[2] as string)

async function write(): Promise<void> {
  for (;;) {
    const content = randomBytes(Math.floor(Math.random() * 2_000_000))
    const sha256 = createHash('sha256').update(content).digest('hex')
    await store.put(`evidence/${sha256}`, [content], sha256)
    writeSync(1, `${sha256}\n`)
  }
}
await Promise.all([write(), write(), write(), write()])
