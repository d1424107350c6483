import { Command, Option } from 'commander'
import { DELEGATED_ACTS, DELEGATION_BASES } from '../domain/delegation.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { GRANTABLE_TYPES, RECORD_TYPES } from '../domain/types/index.ts'
import { type GlobalOptions, type Run, withTasks } from './context.ts'
import { card, note, safe, show } from './print.ts'
import { beginningOf, endOf, list } from './read-values.ts'

interface GrantOptions extends GlobalOptions {
  readonly subject: string
  readonly grantee: string
  readonly purpose: string
  readonly types: string
  readonly expires: string
  readonly from?: string
  readonly channel: string
  readonly evidence?: string
}

interface DelegationOptions extends GlobalOptions {
  readonly principal: string
  readonly delegate: string
  readonly types: string
  readonly acts: string
  readonly from: string
  readonly until: string
  readonly basis: string
}

/** Consent and mandates given on paper at the counter. */
export function consentCommands(): Command[] {
  return [grantCommand(), delegationCommand()]
}

function grantCommand(): Command {
  const command = new Command('grant').description('consent given on paper')
  command
    .command('record')
    .description('record that a person opens records to somebody, for one purpose, until a day')
    .requiredOption('--subject <party>', 'whose records: id or member number')
    .requiredOption('--grantee <party>', 'who may read: id or member number')
    .requiredOption('--purpose <purpose>', 'a purpose of the registry, such as credit_assessment')
    .requiredOption('--types <types>', `comma-separated: ${GRANTABLE_TYPES.join(', ')}`)
    .requiredOption('--expires <date>', 'last day, or a timestamp')
    .option('--from <date>', 'first day; left out, at once')
    .addOption(
      new Option('--channel <channel>', 'how it was given').choices([...CHANNELS]).makeOptionMandatory(),
    )
    .option('--evidence <sha256>', 'SHA-256 of the signed paper')
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<GrantOptions>()
      const grant = await withTasks(o, async (run) => {
        note(await consentSentence(run, o))
        return run('grant.record', {
          subject: o.subject,
          grantee: o.grantee,
          ...(o.evidence === undefined ? {} : { evidence: o.evidence }),
          draft: {
            purpose: o.purpose,
            record_types: list(o.types),
            expires_at: endOf(o.expires, '--expires'),
            channel: o.channel,
            ...(o.from === undefined ? {} : { valid_from: beginningOf(o.from, '--from') }),
          },
        })
      })
      show(o.json, grant, () => `Recorded. Take it back at any time with: granary grant revoke ${grant.id}`)
    })
  revocation(command, 'grant.revoke', 'take a grant back, from the very next read on')
  command
    .command('list')
    .description("a person's grants, newest first")
    .requiredOption('--subject <party>', 'id or member number')
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<GlobalOptions & { subject: string }>()
      const { grants } = await withTasks(o, (run) => run('grant.list', { subject: o.subject }))
      show(o.json, { grants }, () =>
        grants.length === 0
          ? '(none)'
          : grants
              .map((g) =>
                card([
                  ['Grant', g.id],
                  ['To', g.grantee],
                  ['For', g.purpose],
                  ['Types', g.record_types.join(', ')],
                  ['Until', g.expires_at],
                  ['Stands', g.live ? 'live' : g.revoked_at ? `taken back ${g.revoked_at}` : 'not live'],
                ]),
              )
              .join('\n\n'),
      )
    })
  return command
}

/** What a clerk reads to the farmer before it is written. */
async function consentSentence(run: Run, o: GrantOptions): Promise<string> {
  const subject = await run('party.resolve', { text: o.subject })
  const grantee = await run('party.resolve', { text: o.grantee })
  const types = list(o.types).map((type) => type.replaceAll('_', ' '))
  return `Read this out before you go on:

  ${safe(subject.name ?? subject.party)} lets ${safe(grantee.name ?? grantee.party)} read these records about
  them: ${types.join(', ')}. Only for: ${safe(o.purpose.replaceAll('_', ' '))}. Until: ${safe(o.expires)}.
  It can be taken back at any time, at this counter, without giving a reason.
`
}

function delegationCommand(): Command {
  const command = new Command('delegation').description('mandates given on paper')
  command
    .command('record')
    .description('record that somebody may act for a person')
    .requiredOption('--principal <party>', 'who is acted for: id or member number')
    .requiredOption('--delegate <party>', 'who may act: id, member number, or "cooperative"')
    .requiredOption('--types <types>', `comma-separated: ${RECORD_TYPES.join(', ')}`)
    .requiredOption(
      '--acts <acts>',
      `comma-separated: ${DELEGATED_ACTS.join(', ')} (correct covers retraction)`,
    )
    .requiredOption('--from <date>', 'first day')
    .requiredOption('--until <date>', 'last day')
    .addOption(
      new Option('--basis <basis>', 'how it was given').choices([...DELEGATION_BASES]).makeOptionMandatory(),
    )
    .action(async (_own: object, own: Command) => {
      const o = own.optsWithGlobals<DelegationOptions>()
      const delegation = await withTasks(o, (run) =>
        run('delegation.record', {
          principal: o.principal,
          delegate: o.delegate,
          draft: {
            record_types: list(o.types),
            acts: list(o.acts),
            valid_from: beginningOf(o.from, '--from'),
            valid_until: endOf(o.until, '--until'),
            basis: o.basis,
          },
        }),
      )
      show(
        o.json,
        delegation,
        () => `Recorded as ${delegation.id}. End it with: granary delegation revoke ${delegation.id}`,
      )
    })
  revocation(command, 'delegation.revoke', 'end a mandate')
  return command
}

function revocation(command: Command, task: 'grant.revoke' | 'delegation.revoke', description: string): void {
  command
    .command('revoke')
    .description(description)
    .argument('<id>', 'its id')
    .action(async (id: string, _own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions>()
      const revoked = await withTasks(options, (run) => run(task, { id }))
      show(options.json, revoked, () => `${id} was ended at ${revoked.revoked_at}.`)
    })
}
