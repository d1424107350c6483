import { Command } from 'commander'

export function importCommand(): Command {
  return new Command('import').description('bring in a legacy spreadsheet')
}
