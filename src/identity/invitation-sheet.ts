import { safe } from '../cli/print.ts'
import { isLoopback } from '../config/addresses.ts'
import { type Part, paragraph, textOf } from '../text/parts.ts'
import { message } from '../words/message.ts'
import type { Words } from '../words/words.ts'
import type { Invitation } from './invite-tasks.ts'

/** Returns the sheet that is handed to a reader with their token: one page of paper. */
export function invitationSheet(words: Words, invitation: Invitation, call: string | undefined): string {
  const { calendar, say } = words
  const { url, token, party_name, cooperative, expires_at, fingerprint_sha256 } = invitation
  const whom = [cooperative.name, cooperative.phone].filter(Boolean).join(', ')
  const steps = [...certificateSteps(words, invitation), ...readingSteps(words, url)]
  return textOf([
    heading(say('invitation.title'), '='),
    ...field(say('invitation.from'), safe(cooperative.name ?? say('invitation.theCooperative'))),
    ...field(say('invitation.for'), safe(words.told(party_name ?? message('name.none')))),
    ...field(say('invitation.valid'), say('invitation.until', { at: calendar.stamp(expires_at) })),
    ...field(say('invitation.address'), url),
    ...field(say('invitation.token'), token),
    ...(fingerprint_sha256 === null ? [] : field('SHA-256', inHalves(fingerprint_sha256))),
    ...field(say('invitation.call'), safe(call ?? (whom === '' ? '______________________' : whom))),
    heading(say('invitation.toDo'), '-'),
    ...steps.flatMap((step, i) => paragraph(step, `  ${i + 1}. `, '     ')),
    heading(say('invitation.toKnow'), '-'),
    ...paragraph(say('invitation.isNoted'), '  '),
    ...paragraph(say('invitation.keepSafe'), '  '),
  ])
}

/** Splits a fingerprint in two: its 95 characters are too long for a line. */
const inHalves = (fingerprint: string) => `${fingerprint.slice(0, 47)} ${fingerprint.slice(48)}`

/** The steps to read. The sign-in page needs TLS; without it, the browser itself asks for the token. */
function readingSteps({ say }: Words, url: string): string[] {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
    ? [say('invitation.signIn', { url }), say('invitation.listForEach')]
    : [say('invitation.withPassword', { url }), say('invitation.list')]
}

/** The steps to verify that the service is the cooperative's; none where browsers know its certificate. */
function certificateSteps({ say }: Words, { url, fingerprint_sha256, fingerprint_of }: Invitation): string[] {
  if (fingerprint_sha256 === null) return []
  return [
    fingerprint_of === 'authority'
      ? say('invitation.trustAuthority', { url })
      : say('invitation.compareCertificate'),
  ]
}

const heading = (text: string, rule: '=' | '-'): Part => ({
  kind: 'heading',
  text,
  lines: rule === '=' ? [text, rule.repeat(text.length), ''] : ['', text, rule.repeat(text.length)],
})

const field = (name: string, text: string) => paragraph(text, name.padEnd(10), ' '.repeat(10))
