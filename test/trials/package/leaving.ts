import type { Machine } from './machine.ts'
import { type Serving, USB } from './scene.ts'
import { check } from './transcript.ts'

/** Removing keeps, purging says what it deletes. */

export async function leaving({ transcript, phone, packages }: Serving, machine: Machine): Promise<void> {
  await transcript.step('removed, it keeps records and settings, and says where', () => {
    const { out } = machine.do('dpkg -r granary')
    check(/records stay in \/var\/lib\/granary \(\d+ files, \d+ MiB\)/.test(out), `it says: ${out}`)
    machine.do('test -s /var/lib/granary/granary.db && test -s /etc/granary/granary.env')
    check(machine.type('ls /usr/bin/granary').code !== 0, 'the program is still there')
  })
  await transcript.step('installed again, it serves what it had', async () => {
    machine.do(`dpkg -i /root/${packages[1]}`)
    await machine.until('the service answers', () => phone.isServed())
    await phone.readAll()
  })
  await transcript.step('purged with nobody to ask, it deletes nothing, and says so', () => {
    const said = purged(machine)
    check(/nothing was deleted\. The records stay/.test(said), `it says: ${said}`)
    machine.do('test -s /var/lib/granary/granary.db && test -s /etc/granary/granary.env')
    machine.do(`dpkg -i /root/${packages[1]}`)
  })
  await transcript.step('purged with a yes, it says what it deletes, and leaves backups alone', () => {
    machine.do('echo "granary granary/delete-records boolean true" | debconf-set-selections')
    const said = purged(machine)
    check(/deleting \/var\/lib\/granary \(\d+ files, \d+ MiB\)/.test(said), `it says: ${said}`)
    for (const path of ['/var/lib/granary', '/etc/granary', '/usr/lib/granary'])
      check(machine.type(`ls -d ${path}`).code !== 0, `${path} is still there`)
    check(machine.do(`find ${USB} -type f`).out !== '', 'the backups are gone')
    const units = machine.do('systemctl list-unit-files --no-pager --no-legend "granary*" || true').out
    check(units.trim() === '', `units stay: ${units}`)
  })
  await transcript.step('purged, it deletes nothing where a link leads, and says so', () => {
    machine.do(
      'install -d /srv/elsewhere && touch /srv/elsewhere/kept && ln -s /srv/elsewhere /var/lib/granary',
    )
    machine.type(`dpkg -i /root/${packages[1]}`)
    const said = purged(machine)
    check(/is a link\. The records stay where it leads: \/srv\/elsewhere/.test(said), `it says: ${said}`)
    machine.do('test -e /srv/elsewhere/kept')
  })
}

/** What is said with nobody to ask: debconf turns what its scripts print to the standard error. */
function purged(machine: Machine): string {
  const { out, err } = machine.do('DEBIAN_FRONTEND=noninteractive dpkg -P granary')
  return out + err
}
