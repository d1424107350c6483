import { Command } from '../cli/command.ts'
import { print } from '../cli/print.ts'
import { contractText } from '../http/contract-file.ts'

export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the contract (OpenAPI 3.1)')
    .action(() => print(contractText().trimEnd()))
}
