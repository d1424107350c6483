import { safe } from '../cli/print.ts'
import { isLoopback } from '../config/addresses.ts'
import { GAP, type Part, paragraph, textOf } from '../text/parts.ts'
import { message } from '../words/message.ts'
import type { Words } from '../words/words.ts'
import type { Invitation } from './invite-tasks.ts'

/** What the sheet says, for the page of the office and as text. */
interface InvitationSaid {
  readonly title: string
  readonly what: string
  readonly stepsTitle: string
  readonly steps: readonly string[]
  /** In two halves, as it is too long for a line; none where browsers know the certificate. */
  readonly fingerprint: readonly string[]
  /** Whom to call. */
  readonly call: string
  readonly toKnow: readonly string[]
}

/** @param hasCode whether the address stands beside the steps as a code to scan */
export function invitationSaid(
  words: Words,
  invitation: Invitation,
  hasCode: boolean,
  call?: string,
): InvitationSaid {
  const { calendar, say } = words
  const { party_name, cooperative, expires_at, fingerprint_sha256: fingerprint } = invitation
  const whom = [cooperative.name, cooperative.phone].filter(Boolean).join(', ')
  const [first = '', ...others] = readingSteps(words, invitation.url, hasCode)
  const certificate = certificateSteps(words, invitation)
  // Three steps at most.
  const steps = certificate.length === 0 ? [first, ...others] : [first, ...certificate, others.join(' ')]
  return {
    title: say('invitation.title', { name: safe(words.told(party_name ?? message('name.none'))) }),
    what: say('invitation.what', { cooperative: safe(cooperative.name ?? say('invitation.theCooperative')) }),
    stepsTitle: say(steps.length === 3 ? 'invitation.toDo' : 'invitation.twoSteps'),
    steps,
    fingerprint: fingerprint === null ? [] : [fingerprint.slice(0, 47), fingerprint.slice(48)],
    call: safe(call ?? (whom === '' ? '______________________' : whom)),
    toKnow: [
      say('invitation.readsOnly', { at: calendar.stamp(expires_at) }),
      say('invitation.isNoted'),
      say('invitation.keepSafe'),
    ],
  }
}

/** The sheet that is handed to a reader with their token: one page of paper. */
export function invitationSheet(words: Words, invitation: Invitation, call: string | undefined): string {
  const { say } = words
  const { url, token } = invitation
  const said = invitationSaid(words, invitation, false, call)
  return textOf([
    { kind: 'heading', text: said.title, lines: [said.title, ''] },
    ...paragraph(said.what, ''),
    GAP,
    ...field(say('invitation.address'), url),
    ...field(say('invitation.token'), token),
    ...(said.fingerprint.length === 0 ? [] : field('SHA-256', said.fingerprint.join(' '))),
    ...field(say('invitation.call'), said.call),
    heading(said.stepsTitle),
    ...said.steps.flatMap((step, i) => paragraph(step, `  ${i + 1}. `, '     ')),
    heading(say('invitation.toKnow')),
    ...said.toKnow.flatMap((text) => paragraph(text, '  ')),
  ])
}

/** The steps to read. The sign-in page needs TLS; without it, the browser itself asks for the token. */
function readingSteps({ say }: Words, url: string, hasCode: boolean): string[] {
  return hasSignIn(url)
    ? [
        say('invitation.signIn', { url, code: hasCode ? 'yes' : 'no' }),
        say('invitation.typeToken'),
        say('invitation.listForEach'),
      ]
    : [say('invitation.withPassword', { url }), say('invitation.list')]
}

function hasSignIn(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}

/** The address at which the reader begins. */
export const readerAddress = (url: string): string => (hasSignIn(url) ? `${url}/lender` : url)

/** The steps to verify that the service is the cooperative's; none where browsers know its certificate. */
function certificateSteps({ say }: Words, { url, fingerprint_sha256, fingerprint_of }: Invitation): string[] {
  if (fingerprint_sha256 === null) return []
  return [
    fingerprint_of === 'authority'
      ? say('invitation.trustAuthority', { url })
      : say('invitation.compareCertificate'),
  ]
}

const heading = (text: string): Part => ({
  kind: 'heading',
  text,
  lines: ['', text, '-'.repeat(text.length)],
})

const field = (name: string, text: string) => paragraph(text, name.padEnd(10), ' '.repeat(10))
