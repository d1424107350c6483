import type { ComponentChildren } from 'preact'
import { given, ifGiven } from '../../base/typed.ts'
import type { DeskSteps } from '../../clients/sheets/steps.ts'
import type { Told } from '../../words/fault.ts'
import { Form, Submit } from '../frame/form.tsx'
import { Box } from '../frame/parts.tsx'
import { type Head, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { DeskUpload } from './upload-desk.ts'

/** An uploaded file that a program of its own reads and writes: what its page shows around the result. */

/** A waiting page reloads after this many seconds. */
const LOOKS_AGAIN_S = 2

/** Whose uploads the person sees: their own. */
export const accountOf = ({ session }: StaffVisit): string => session.person.id

interface UploadPage {
  readonly head: Head
  readonly upload: DeskUpload<DeskSteps>
  /** Above everything, whatever the state. */
  readonly above?: ComponentChildren
  /** The result, or a question; null where the file is to be read again. */
  readonly content: ComponentChildren
  /** More buttons. */
  readonly more?: ComponentChildren
  /** Whether the person must mend something in `content`. */
  readonly isFaulty?: boolean
}

export function uploadPage(
  visit: StaffVisit,
  { head, upload, above, content, more, isFaulty = false }: UploadPage,
): Answer {
  const { say, tell } = visit.words
  const { running, fault, hasChanged, wasStopped, isWritten } = upload
  return {
    ...given({ againInS: ifGiven(running, () => LOOKS_AGAIN_S) }),
    status: fault === null && !isFaulty ? 200 : 422,
    html: pageText(
      visit,
      head,
      <>
        {above}
        {hasChanged && <Box kind="warn">{say('look.changed')}</Box>}
        {wasStopped && running === null && <Box kind="warn">{say('import.wasStopped')}</Box>}
        {running !== null ? (
          <Running visit={visit} progress={running.progress} />
        ) : fault !== null ? (
          <Box kind="bad">
            <pre class="letter">{fault.map(tell).join(' ')}</pre>
          </Box>
        ) : (
          content
        )}
        {running === null && (
          <Form action={visit.path} session={visit.session}>
            <div class="buttons">
              {(fault !== null || content === null) && (
                <button type="submit" name="act" value="look">
                  {say('import.tryAgain')}
                </button>
              )}
              {more}
              <button type="submit" class="quiet" name="act" value="close">
                {say(isWritten ? 'import.done' : 'import.leave')}
              </button>
            </div>
          </Form>
        )}
      </>,
    ),
  }
}

const Running = ({ visit, progress }: { visit: StaffVisit; progress: Told }) => {
  const { say, tell } = visit.words
  return (
    <>
      <Box kind="info">
        <p>
          {say('import.running')} {tell(progress)}
        </p>
        <progress aria-label={say('import.running')} />
      </Box>
      <p>{say('import.leaveOpen')}</p>
      <Form action={visit.path} session={visit.session}>
        <Submit class="quiet" name="act" value="stop">
          {say('machine.stop')}
        </Submit>
      </Form>
    </>
  )
}
