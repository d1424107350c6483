// docs/settings.md: every setting with its default and what it means, from the program's own table.

import { serveCommand } from '../../src/appliance/serve-command.ts'
import { flagOf } from '../../src/appliance/setup/choose.ts'
import { branchOf } from '../../src/cli/completion/tree.ts'
import { settingsTable } from '../../src/config/config.ts'
import { SETTING_GROUPS } from '../../src/config/setting-kinds.ts'
import { assembly } from '../../src/tasks.ts'
import { DEFAULTS, NOTES } from '../deb/settings.mjs'
import { cell, row } from './table.ts'

type Setting = (typeof settingsTable)[number]

const HEAD = `# Settings

<!-- Made by "npm run docs" from src/config/config.ts. Do not edit. -->

Every setting is a variable of the environment. The ones with a flag can be given to \`granary serve\` as well, and the flag wins.

- **From the Debian package:** put settings into \`/etc/granary/granary.env\`, one \`NAME=value\` a line, without \`export\`. Then
  \`sudo systemctl restart granary\`. \`/usr/share/granary/granary.env\` lists all of them. The data folder is \`/var/lib/granary\`.
- **From the source:** put settings into the file \`granary.env\` of the data folder, in the same form, and start the service again. Or
  \`export NAME=value\` before \`npm start\`, or give the flag: \`npm start -- --listen 127.0.0.1:7374\`. Both go before the file.

\`granary setup\` asks for the country, the time zone, the listening address and the place of backups, and writes them there. With
[flags](commands.md#granary-setup) such as \`--country\` or \`--crops\` it writes those settings alone, and asks nothing.

A manager can choose the settings that have such a flag at the [office page](operating.md#the-office-page) too: there they hold at once. They are
then in the file \`granary.env\` of the data folder, also where the package is installed, which reads no other setting in that file; what
\`/etc/granary/granary.env\` and the unit say goes before it.

The service checks all settings at its start and reports every fault at once. A variable that begins with \`GRANARY_\` and is not
listed here is reported by \`granary doctor\` (check 16). Sizes are in bytes. Switches are \`1\` or \`0\`.

But for those, the service reads settings only when it starts. Commands that reach the running service use its settings; a command that opens
the data folder itself uses those of its own environment.

\`granary lender-view\` reads the lender's token from \`GRANARY_TOKEN\`, which is not a setting of the service.
`

export function settingsPage(): string {
  const flags = branchOf(serveCommand(assembly)).flags.flatMap(({ names }) => names)
  const sections = SETTING_GROUPS.map(([group, heading]) =>
    [
      `\n## ${heading}\n`,
      row('Variable', 'Default', 'Meaning'),
      row('---', '---', '---'),
      ...settingsTable.filter((setting) => setting.group === group).map((setting) => line(setting, flags)),
    ].join('\n'),
  )
  return `${HEAD}${sections.join('\n')}\n`
}

function line({ name, variable, fallback, meaning }: Setting, flags: readonly string[]): string {
  const flag = flagOf(name)
  const packaged = DEFAULTS[variable]
  return row(
    [`\`${variable}\``, ...(flags.includes(flag) ? [`\`${flag}\``] : [])].join(' '),
    `${shown(fallback)}${packaged === undefined ? '' : ` (\`${packaged}\` in the package)`}`,
    cell(`${meaning}${variable in NOTES ? ` In the package: ${NOTES[variable]}` : ''}`),
  )
}

function shown(fallback: string | number | boolean): string {
  if (fallback === '') return 'not set'
  return `\`${typeof fallback === 'boolean' ? Number(fallback) : fallback}\``
}
