import type { ComponentChildren } from 'preact'
import { Card, Grid, Steps } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'

/** The way of what a person agrees to: it is filled in, read out to them, and recorded once they agree. */

const WAY = ['fill', 'readOut', 'record'] as const
type Where = (typeof WAY)[number]

export const AgreeingSteps = ({ now }: { now: Where }) => {
  const { say } = useWords()
  const place = WAY.indexOf(now)
  return (
    <Steps
      steps={WAY.map((step, i) => ({
        name: say(`consent.step.${step}`),
        isDone: i < place,
        isNow: i === place,
      }))}
    />
  )
}

/** The line below the title: which of the steps this is. */
export const StepLine = ({ now }: { now: Where }) => {
  const { say } = useWords()
  return <>{say('steps.of', { step: WAY.indexOf(now) + 1, all: WAY.length })}</>
}

/**
 * A form, and beside it what will be read out to the person. The script keeps that as the form is; without
 * scripts it says where it will stand.
 */
export const SaidBeside = ({ name, children }: { name: string; children: ComponentChildren }) => {
  const { say } = useWords()
  return (
    <Grid>
      <Card span={7}>{children}</Card>
      <section class="card c5 stays">
        <h2>{say('consent.readOut', { name })}</h2>
        <div id="said" aria-live="polite">
          <p class="help">{say('consent.saidLater')}</p>
        </div>
      </section>
    </Grid>
  )
}
