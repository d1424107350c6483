import { Command } from 'commander'
import { contractText } from '../http/contract-file.ts'
import { print } from './print.ts'

export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the contract (OpenAPI 3.1)')
    .action(() => print(contractText().trimEnd()))
}
