import { invitationSaid, readerAddress } from '../../identity/invitation-sheet.ts'
import type { Invitation } from '../../identity/invite-tasks.ts'
import { Letterhead } from '../frame/paper.tsx'
import { QrCode } from '../frame/qr-code.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** The sheet by which a lender or buyer begins to read. The code has the address alone, never the token. */
export function LenderInvitation({ paper, invitation }: { paper: StaffVisit; invitation: Invitation }) {
  const { words } = paper
  const { say } = words
  const { title, what, stepsTitle, steps, fingerprint, call, toKnow } = invitationSaid(
    words,
    invitation,
    true,
  )
  const address = readerAddress(invitation.url)
  return (
    <div class="sheet invitation" lang={words.language.locale}>
      <Letterhead paper={paper} title={title} />
      <p>{what}</p>
      <div class="way">
        <div>
          <h2>{stepsTitle}</h2>
          <ol>
            {steps.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
        </div>
        <QrCode text={address} label={address} isOnPaper />
      </div>
      <h2>{say('invitation.token')}</h2>
      <p class="token">{invitation.token}</p>
      {fingerprint.length > 0 && (
        <>
          <h2>{say('invitation.fingerprint')}</h2>
          <p class="print">
            {fingerprint.map((half) => (
              <span>{half} </span>
            ))}
          </p>
        </>
      )}
      <div class="fine">
        {[...toKnow, say('invitation.ask', { who: call })].map((text) => (
          <p>{text}</p>
        ))}
      </div>
    </div>
  )
}
