import { useState } from 'preact/hooks'
import { Bar, Box, TextField, Top } from './parts.tsx'
import { useScreen } from './screen.ts'

/** Asks which day it is, in the place of what would be recorded by a clock that is in doubt. */
export function DayAsked() {
  const { engine, status, words } = useScreen()
  const { say } = words
  const nowMs = Date.now()
  const seenMs = status.clock?.seenMs ?? nowMs
  const wasSetBack = nowMs < seenMs
  const [day, setDay] = useState('')
  const [fault, setFault] = useState('')
  const state = () => {
    if (Number.isNaN(Date.parse(day))) return setFault(say('field.fault.day'))
    void engine.stateDay(day)
  }
  return (
    <>
      <Top title={say('field.clock.title')} />
      <Box kind="warn">
        <p>
          {wasSetBack
            ? say('field.clock.setBack', {
                ...{ shown: words.time(nowMs), seen: words.time(seenMs), time: words.span(seenMs - nowMs) },
              })
            : say('field.clock.changed', { shown: words.time(nowMs) })}
        </p>
        <p>{say('field.clock.set')}</p>
      </Box>
      <form
        id="day-asked"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          state()
        }}
      >
        <TextField
          id="stated-day"
          type="date"
          label={say('field.clock.ask')}
          value={day}
          fault={fault}
          onInput={(text) => {
            setDay(text)
            setFault('')
          }}
        />
        <p class="help">{say('field.clock.checked')}</p>
        <Bar>
          <button type="submit">{say('field.clock.do')}</button>
        </Bar>
      </form>
    </>
  )
}

/** Says which day is used, and that the clock shows another. */
export function StatedDay() {
  const { status, words } = useScreen()
  const statedMs = status.clock?.statedMs ?? null
  if (statedMs === null) return null
  return (
    <p class="box warn">
      {words.say('field.clock.stated', { day: words.day(statedMs), shown: words.day(Date.now()) })}
    </p>
  )
}

/** Screens that record something by the phone's clock. */
export const RECORDING: readonly string[] = ['form', 'confirm', 'confirming']
