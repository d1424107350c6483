import { CommanderError } from 'commander'
import { appearanceCommand } from './appliance/appearance/appearance-command.ts'
import { backupCommand } from './appliance/backup/backup-command.ts'
import { clockCommand } from './appliance/clock/clock-command.ts'
import { doctorCommand } from './appliance/doctor/doctor-command.ts'
import { feedCommand } from './appliance/feeds/feed-command.ts'
import { initCommand } from './appliance/init-command.ts'
import { messageCommand } from './appliance/messages/message-command.ts'
import { noticeCommand } from './appliance/notices/notice-command.ts'
import { openapiCommand } from './appliance/openapi-command.ts'
import { rebuildCommand } from './appliance/rebuild-command.ts'
import { serveCommand } from './appliance/serve-command.ts'
import { setupCommand } from './appliance/setup/setup-command.ts'
import { statusCommand } from './appliance/status-command.ts'
import { supportBundleCommand } from './appliance/support/support-bundle-command.ts'
import { tlsCommand } from './appliance/tls/tls-command.ts'
import { Command } from './cli/command.ts'
import { completionCommand, manCommand } from './cli/completion.ts'
import type { GlobalOptions } from './cli/context.ts'
import { enter } from './cli/enter.ts'
import { Option } from './cli/help.ts'
import { commandWords } from './cli/language.ts'
import { complain, PARSER_OUTPUT, show } from './cli/print.ts'
import { programVersion, versionText } from './cli/version.ts'
import { demoCommand } from './clients/demo/demo-command.ts'
import { importCommand } from './clients/importer/import-command.ts'
import { paymentCommand } from './clients/mobile-money/payment-command.ts'
import { readPlace } from './clients/outlines/given-place.ts'
import { plotCommand } from './clients/screening/plot-command.ts'
import { unionCommand } from './clients/union/union-command.ts'
import { accessRequestCommand } from './consent/access-request-command.ts'
import { auditAndNotificationsCommands } from './consent/audit-and-notifications.ts'
import { consentCommands } from './consent/consent-command.ts'
import { memberCommand } from './consent/disclosures/statement-command.ts'
import { rightsCommands } from './consent/rights-command.ts'
import { takeInCommand } from './evidence/take-in/take-in-command.ts'
import { credentialCommand } from './identity/credential-command.ts'
import { deviceCommand } from './identity/device-command.ts'
import { lenderCommand } from './identity/lender-command.ts'
import { partyCommand } from './identity/party-command.ts'
import { staffCommand } from './identity/staff-command.ts'
import { lenderViewCommand } from './lender/lender-view-command.ts'
import { anchorCommand } from './proofs/anchor/anchor-command.ts'
import { verifyCommand } from './proofs/verify/verify-command.ts'
import { verifyProofCommand } from './proofs/verify-proof-command.ts'
import { exportCommand } from './records/export/export-command.ts'
import { lotCommand } from './records/pack/lot-command.ts'
import { partyEditCommand } from './records/party-edit-command.ts'
import { partyMergeCommand } from './records/party-merge-command.ts'
import { receiptCommand } from './records/receipt/receipt-command.ts'
import { recordCommand } from './records/record-command.ts'
import { reportCommands } from './records/report/report-command.ts'
import { registryCommand } from './registry/registry-command.ts'
import { assembly, openFolder } from './tasks.ts'
import { OperatorFault } from './words/fault.ts'

/** Makes the whole command line program. */
export function makeProgram(): Command {
  const program = new Command('granary')
    .description('help.granary')
    .option('-V, --version', 'help.version')
    .option('--data <folder>', 'help.data')
    .option('--json', 'help.json')
    .configureOutput(PARSER_OUTPUT)
    .exitOverride()
    .setOptionValue('open', openFolder)
  const commands = [
    setupCommand(),
    initCommand(),
    serveCommand(assembly),
    partyCommand().addCommand(partyEditCommand()).addCommand(partyMergeCommand()),
    recordCommand(readPlace),
    lotCommand(),
    receiptCommand(),
    ...reportCommands(),
    credentialCommand(),
    deviceCommand().addCommand(takeInCommand()),
    staffCommand(),
    appearanceCommand(),
    ...consentCommands(),
    accessRequestCommand(),
    ...rightsCommands(),
    memberCommand(),
    ...auditAndNotificationsCommands(),
    registryCommand(),
    importCommand(),
    paymentCommand(),
    plotCommand(),
    unionCommand(),
    exportCommand(),
    backupCommand(),
    lenderCommand(),
    lenderViewCommand(),
    anchorCommand(),
    clockCommand(),
    noticeCommand(),
    messageCommand(),
    feedCommand(),
    tlsCommand(),
    statusCommand(),
    doctorCommand(),
    verifyCommand(),
    rebuildCommand(),
    verifyProofCommand(),
    openapiCommand(),
    demoCommand(assembly),
    supportBundleCommand(),
    completionCommand(),
  ]
  for (const command of commands) program.addCommand(acceptGlobalOptions(command, command.name()))
  program.addCommand(acceptGlobalOptions(manCommand(), 'man'), { hidden: true })
  return program
}

/** Commands that read no data folder, with all below them. */
const WITHOUT_DATA = ['completion', 'lender-view', 'man', 'openapi', 'union', 'verify-proof']

/** Commands that do not work on the folder of an installed service. */
const WITHOUT_SERVICE = [...WITHOUT_DATA, 'demo']

const isBelow = (commands: readonly string[], path: string) => commands.includes(path.split(' ', 1)[0] ?? '')

/** Makes a command and its subcommands accept `--data` and `--json` after their names too. */
function acceptGlobalOptions(command: Command, path: string): Command {
  command.configureOutput(PARSER_OUTPUT).exitOverride()
  if (command.commands.length > 0)
    for (const child of command.commands) acceptGlobalOptions(child, `${path} ${child.name()}`)
  else {
    const data = new Option('--data <folder>', 'help.data')
    if (!command.options.some(({ long }) => long === data.long))
      command.addOption(isBelow(WITHOUT_DATA, path) ? data.hideHelp() : data)
    command.option('--json', 'help.json')
    if (!isBelow(WITHOUT_SERVICE, path)) command.hook('preAction', () => enter(command, path))
  }
  return command
}

const zoneOf = (error: unknown) => (error instanceof OperatorFault ? error.timeZone : undefined)

/**
 * Runs the command line program.
 * @returns the exit code (contract §17): 0 done, 1 failed, 2 wrong usage, 3 done but something needs
 * attention
 */
export async function run(args: readonly string[]): Promise<number> {
  const program = makeProgram()
  program.on('option:version', () => {
    const version = programVersion()
    show(args.includes('--json'), version, () => versionText(commandWords({}), version))
    throw new CommanderError(0, 'commander.version', version.version)
  })
  let data: string | undefined
  program.hook('preAction', (_, acting) => {
    data = acting.optsWithGlobals<GlobalOptions>().data
  })
  // A command that is done sets the exit code if something needs attention.
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await program.parseAsync([...args], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    const json = args.includes('--json')
    if (!(error instanceof CommanderError))
      return complain(error, json, commandWords({ data }, zoneOf(error)))
    if (error.exitCode === 0) return 0
    const { say } = commandWords({ data })
    // The parser's own message is a mark: it has shown the usage.
    const message = error.code === 'commander.help' ? say('help.fault.noCommand') : error.message
    if (json) show(json, { error: { message, remedy: say('help.fault.all') } }, String)
    return 2
  } finally {
    process.exitCode = before
  }
}
