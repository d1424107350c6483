import { Command, CommanderError } from 'commander'
import { VERSION } from '../version.ts'
import { consentCommands } from './consent.ts'
import type { GlobalOptions } from './context.ts'
import { credentialCommand } from './credential.ts'
import { demoCommand } from './demo.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { lenderViewCommand } from './lender-view.ts'
import { openapiCommand } from './openapi.ts'
import { partyCommand } from './party.ts'
import { complain } from './print.ts'
import { recordCommand } from './record.ts'
import { registryCommand } from './registry.ts'
import { serveCommand } from './serve.ts'
import { statusCommand } from './status.ts'

/** The command, all of it. Tested by calling `run`. */
export function makeProgram(): Command {
  const program = new Command('granary')
    .description('An append-only, consent-gated store of supply-chain records for a cooperative')
    .version(VERSION)
    .option('--data <folder>', 'the data folder (GRANARY_DATA; default ./granary-data)')
    .option('--json', 'print one JSON document')
    .showHelpAfterError('Run "granary --help" for what there is.')
    .exitOverride()
  const commands = [
    initCommand(),
    serveCommand(),
    partyCommand(),
    recordCommand(),
    credentialCommand(),
    ...consentCommands(),
    registryCommand(),
    importCommand(),
    lenderViewCommand(),
    statusCommand(),
    openapiCommand(),
    demoCommand(),
  ]
  for (const command of commands) program.addCommand(inherit(command))
  return program
}

/** `--data` and `--json` are understood after the command's name too. */
function inherit(command: Command): Command {
  command.exitOverride()
  if (command.commands.length > 0) for (const child of command.commands) inherit(child)
  else {
    command.option('--data <folder>', 'the data folder (GRANARY_DATA; default ./granary-data)')
    command.option('--json', 'print one JSON document')
  }
  return command
}

/** @returns the exit code (contract §17): 0 done, 1 failed, 2 wrong usage, 3 done but something is owed */
export async function run(args: readonly string[]): Promise<number> {
  const program = makeProgram()
  let exitCode = 0
  try {
    await program.parseAsync([...args], { from: 'user' })
    exitCode = Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const json = program.opts<GlobalOptions>().json === true || args.includes('--json')
    exitCode = complain(error, json)
  }
  return exitCode
}
