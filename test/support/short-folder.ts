import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEachFile } from './after-file.ts'

/** Longest path of a socket: unix(7), without the zero at its end. */
export const LONGEST_SOCKET = 107
/** Where Chromium puts its socket below its temporary folder. */
const OF_CHROMIUM = '/.org.chromium.Chromium.XXXXXX/SingletonSocket'
const NAME = 'c-'

const folders: string[] = []
afterEachFile(() => {
  // A browser that was killed, or ended beside other work, leaves files of its own, or still removes them.
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Returns the first of these folders in which a browser can have its socket. */
export function roomyFor(above: readonly string[]): string {
  const fits = (folder: string) => join(folder, `${NAME}XXXXXX`).length + OF_CHROMIUM.length <= LONGEST_SOCKET
  const found = above.find(fits)
  if (found === undefined) throw new Error(`no folder is short enough for a browser: ${above.join(', ')}`)
  return found
}

/** Makes the temporary folder of a browser, elsewhere if the one of the tests is too deep for its socket. */
export function folderOfBrowser(): string {
  const folder = mkdtempSync(join(roomyFor([tmpdir(), '/tmp', '/var/tmp', '/dev/shm']), NAME))
  folders.push(folder)
  return folder
}
