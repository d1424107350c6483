// Writes settings.md and commands.md into the folder that is named (npm run docs).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsPage } from './docs/commands.ts'
import { settingsPage } from './docs/settings.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: docs.js FOLDER')
writeFileSync(join(folder, 'settings.md'), settingsPage())
writeFileSync(join(folder, 'commands.md'), commandsPage())
