import { describe, expect, test } from 'vitest'
import {
  type Block,
  isOpenToAll,
  mountOf,
  mountsIn,
  unmountedOf,
} from '../../../../src/appliance/setup/mounted.ts'
import { lockedRemedy, placeCalled, refuseOpenToAll } from '../../../../src/appliance/setup/place.ts'
import { englishWords } from '../../../../src/words/words.ts'

const MOUNTS = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
28 27 8:1 / /boot/efi rw,relatime shared:2 - vfat /dev/sda1 rw,fmask=0077
29 27 8:17 / /media/office/My\\040disk rw,nosuid shared:3 - ext4 /dev/sdb1 rw
30 27 8:17 / /mnt/again rw,nosuid shared:3 - ext4 /dev/sdb1 rw
31 27 8:33 / /media/stick rw,nosuid - vfat /dev/sdc1 rw
32 27 8:49 / /mnt/read ro,nosuid - ext4 /dev/sdd1 rw
33 27 8:65 / /mnt/failed rw,nosuid - ext4 /dev/sde1 ro,errors=remount-ro
34 27 7:0 / /snap/core/1 ro,nodev - squashfs /dev/loop0 ro
35 27 0:50 / /srv/office rw,relatime - nfs4 server:/office rw,vers=4.2
36 27 0:51 / /tmp rw,nosuid - tmpfs tmpfs rw,size=10k
37 27 8:81 / /run/media/office/usb rw,nosuid - ext4 /dev/sdf1 rw
38 27 0:25 / /run/user/1000 rw - tmpfs tmpfs rw
`

describe('disks for backups', () => {
  test('are those that can be written to, each once', () => {
    expect(mountsIn(MOUNTS)).toEqual([
      { path: '/', source: '/dev/sda2', kind: 'ext4' },
      { path: '/media/office/My disk', source: '/dev/sdb1', kind: 'ext4' },
      { path: '/media/stick', source: '/dev/sdc1', kind: 'vfat' },
      { path: '/srv/office', source: 'server:/office', kind: 'nfs4' },
      { path: '/run/media/office/usb', source: '/dev/sdf1', kind: 'ext4' },
    ])
  })
  test('are told from those whose folders anybody may open', () => {
    expect(
      mountsIn(MOUNTS)
        .filter(isOpenToAll)
        .map(({ path }) => path),
    ).toEqual(['/media/stick'])
  })
  test('hold what is in their folders, the innermost of several', () => {
    const mounts = mountsIn(MOUNTS)
    const on = (path: string) => mountOf(path, mounts)?.path ?? null
    expect([on('/media/stick'), on('/media/stick/a/b'), on('/media/sticky'), on('/var/x')]).toEqual([
      '/media/stick',
      '/media/stick',
      '/',
      '/',
    ])
    expect(mountOf('/a', [])).toBeNull()
  })
  test('with a Windows file system are refused, with the command that formats them', () => {
    const [stick] = mountsIn(MOUNTS).filter(isOpenToAll)
    expect(() => refuseOpenToAll(stick as NonNullable<typeof stick>)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('Windows file system (vfat)'),
        remedy: expect.stringContaining(
          'sudo umount /media/stick && sudo mkfs.ext4 /dev/sdc1 && sudo mount /dev/sdc1 /media/stick',
        ),
      }),
    )
  })
  test('that are plugged in and not mounted are told from those in use', () => {
    const block = (name: string, device: string, more: Partial<Block> = {}): Block => ({
      ...{ name, device, bytes: 64e9, isUsed: false },
      ...more,
    })
    const blocks = [
      block('sda', '8:0', { isUsed: true }),
      block('sda2', '8:2'),
      block('sdb1', '8:17'),
      block('sdg', '8:96'),
      block('sdh1', '8:113'),
      block('sdi1', '8:129', { bytes: 1e6 }),
      block('sdj1', '8:145', { isUsed: true }),
      block('loop0', '7:0'),
      block('dm-0', '253:0'),
    ]
    expect(unmountedOf(blocks, MOUNTS)).toEqual(['/dev/sdg', '/dev/sdh1'])
  })
  test('of an empty or broken list there are none', () => {
    expect([mountsIn(''), mountsIn('what is that\n\n - \n')]).toEqual([[], []])
  })
})

describe('a place is', () => {
  const disks = [{ path: '/media/usb' }, { path: '/srv/office' }]
  test.each([
    ['2', 'file:/srv/office/granary-backups'],
    ['/media/usb/', 'file:/media/usb/granary-backups'],
    ['/media/usb/mine', 'file:/media/usb/mine'],
    ['file:/media/usb/mine', 'file:/media/usb/mine'],
    ['s3://coop-backups/west', 's3://coop-backups/west'],
  ])('%s: %s', (text, place) => {
    expect(placeCalled(text, disks)).toBe(place)
  })
  test.each(['', '0', '3', 'usb', 'file:usb', 'http://somewhere'])('not %j', (text) => {
    expect(() => placeCalled(text, disks)).toThrow('a number from 1 to 2')
  })
  test.each([
    ['folder', 'Which folder?'],
    ['Folda', 'Which folder?'],
    ['dossier', 'Which folder?'],
    ['bucket', 'Which bucket?'],
    ['S3', 'Which bucket?'],
  ])('%j asks which', (text, question) => {
    expect(() => placeCalled(text, disks)).toThrow(question)
  })
})

test('a folder that may not be written to comes with the one command that lets the service write there', () => {
  expect(englishWords().tell(lockedRemedy('/mnt/usb/my backups', 'EACCES'))).toMatch(
    /: sudo install -d -m 700 -o (\S+) -g \1 '\/mnt\/usb\/my backups'$/,
  )
  expect(englishWords().tell(lockedRemedy('/mnt/usb/b', 'EROFS'))).toContain(
    'sudo mount -o remount,rw /mnt/usb/b',
  )
})
