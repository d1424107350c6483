import { say } from '../text/catalogue/say.ts'
import { OFFICE_ROUTES } from './addresses.ts'
import { Form, pageText } from './layout.tsx'
import type { Session } from './sessions.ts'
import type { Answer, Visit } from './visit.ts'

/** What somebody sent after their session had ended: it goes along through the sign-in, and is then sent. Never a password. */

const MOST_KEPT = 30_000

/** Fields of a sign-in form that keep it. */
export function keptOf({ form: { form_token: _, ...fields }, path }: Visit): Record<string, string> {
  const kept = JSON.stringify(fields)
  return kept.length > MOST_KEPT ? {} : { kept, kept_path: path }
}

export const Kept = ({ visit: { form } }: { visit: Visit }) =>
  form.kept === undefined ? null : (
    <>
      <input type="hidden" name="kept" value={form.kept} />
      <input type="hidden" name="kept_path" value={form.kept_path} />
      <p>{say('signIn.kept')}</p>
    </>
  )

/** The form once more, for the person to send; null where there was none. It is checked like any other when it comes. */
export function keptForm(visit: Visit, session: Session): Answer | null {
  const { kept, kept_path: path = '' } = visit.form
  const fields = fieldsIn(kept)
  if (fields === null || !isOwnForm(path)) return null
  return {
    html: pageText(
      { ...visit, session },
      say('signIn.goOn'),
      <Form action={path} session={session}>
        <p>{say('signIn.notWritten')}</p>
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="buttons">
          <button type="submit" autofocus>
            {say('signIn.send')}
          </button>
        </div>
      </Form>,
    ),
  }
}

function fieldsIn(kept: string | undefined): [string, string][] | null {
  try {
    const fields: unknown = JSON.parse(kept ?? '')
    if (fields === null || typeof fields !== 'object') return null
    return Object.entries(fields).filter((entry) => typeof entry[1] === 'string')
  } catch {
    return null
  }
}

/** Whether a form of ours goes there. */
function isOwnForm(path: string): boolean {
  const parts = path.split('/')
  return Object.entries(OFFICE_ROUTES).some(([route, permission]) => {
    const [method, url = ''] = route.split(' ')
    const wanted = url.split('/')
    return (
      method === 'POST' &&
      permission === 'write' &&
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith(':') ? /^[\w-]+$/.test(parts[i] ?? '') : part === parts[i]))
    )
  })
}
