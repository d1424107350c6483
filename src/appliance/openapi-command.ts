import { Command } from '../cli/command.ts'
import { print } from '../cli/print.ts'
import { contractText } from '../http/contract-file.ts'

export function openapiCommand(): Command {
  return new Command('openapi').description('help.openapi').action(() => print(contractText().trimEnd()))
}
