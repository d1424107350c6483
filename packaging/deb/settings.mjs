// /etc/granary/granary.env: every setting of the service with what it means and its default, all commented out.
import { settingsTable } from '../../src/config/config.ts'
import { SETTING_GROUPS } from '../../src/config/setting-kinds.ts'

/** Where the data are is the unit's word, for its sandbox opens that folder alone. */
const OF_THE_UNIT = ['GRANARY_DATA']
/** As the unit has it. */
export const DEFAULTS = { GRANARY_BACKUP_EVERY: '26h' }
/** What else there is to know of a setting where the package is installed. */
export const NOTES = {
  GRANARY_LISTEN: 'For phones to reach it: 0.0.0.0:7373, after "sudo granary tls init".',
  GRANARY_TLS_CERT: 'The user granary must be able to read it.',
  GRANARY_NOTICE: 'The program runs as the user granary, without access to /home.',
  GRANARY_BACKUP_STORE:
    'A folder that belongs to the user granary, on a disk mounted below /mnt, /media, /srv or /var/backups.',
  GRANARY_BACKUP_EVERY:
    'Here a timer makes one each night (granary-backup.timer), and the service itself only when none came for so long.',
}
const WIDTH = 100

const HEAD = `# Settings of the Granary service. After a change: sudo systemctl restart granary
# "sudo granary ..." reads them too. A line that begins with # is none: take the # away to set it. Secrets may stand here:
# only root and the service read this file.
# systemd reads it (systemd.exec(5), EnvironmentFile=): NAME=value, no "export", no \${OTHER}; quotes where spaces matter.
`

export function settingsFile() {
  const groups = SETTING_GROUPS.map(([group, heading]) => {
    const settings = settingsTable.filter(
      (setting) => setting.group === group && !OF_THE_UNIT.includes(setting.variable),
    )
    return `\n# ---- ${heading} ----\n${settings.map(lines).join('')}`
  })
  return HEAD + groups.join('')
}

function lines({ variable, fallback, meaning }) {
  const words = variable in NOTES ? `${meaning} ${NOTES[variable]}` : meaning
  return `\n${wrapped(words)}#${variable}=${DEFAULTS[variable] ?? textOf(fallback)}\n`
}

const textOf = (fallback) => (typeof fallback === 'boolean' ? (fallback ? '1' : '0') : String(fallback))

function wrapped(words) {
  const rows = ['#']
  for (const word of words.split(' ')) {
    if (rows.at(-1).length + word.length + 1 > WIDTH) rows.push('#')
    rows.push(`${rows.pop()} ${word}`)
  }
  return rows.map((row) => `${row}\n`).join('')
}
