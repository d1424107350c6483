import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bundled } from '../../support/bundled.ts'
import { temporaryFolder } from '../../support/command.ts'

/** Users without names, as in a bare container. */
const SERVICE = { uid: 64_000, gid: 64_001 }

test.skipIf(process.getuid?.() !== 0)(
  'under sudo the settings file becomes root’s, the folder for backups and the data the service’s',
  async () => {
    const child = await bundled('test/support/appliance/setup-as-service.ts')
    const root = temporaryFolder()
    const [data, disk] = [join(root, 'data'), join(root, 'disk')]
    for (const folder of [data, disk]) mkdirSync(folder)
    chownSync(data, SERVICE.uid, SERVICE.gid)
    chmodSync(data, 0o700)
    // Only root may make anything on the disk.
    for (const folder of [root, disk]) chmodSync(folder, 0o755)
    const place = join(disk, 'backups')
    const started = spawn(process.execPath, [child.program, data, place], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GRANARY_MIN_FREE_BYTES: '0' },
    })
    const [out, err] = await Promise.all([text(started.stdout), text(started.stderr)])
    expect(out, err).toContain('"backup_place"')
    const ownerOf = (path: string) => {
      const { uid, gid, mode } = statSync(path)
      return [uid, gid, (mode & 0o777).toString(8)]
    }
    expect(ownerOf(join(data, 'granary.env'))).toEqual([0, SERVICE.gid, '640'])
    expect(ownerOf(join(data, 'granary.db'))).toEqual([SERVICE.uid, SERVICE.gid, '600'])
    expect(ownerOf(place)).toEqual([SERVICE.uid, SERVICE.gid, '700'])
  },
)
