import { isRounded } from '../../../words/rounding.ts'
import { useWords } from '../reader.tsx'
import { exact, KeyLine, percent } from './chart.tsx'
import { flowOf, type LotFigures, type Segment } from './scale.ts'

/** A bar that lies down: what became of a lot. */

const HIGH = 20

interface NamedSegment extends Segment {
  readonly name: string
}

/** Parts of one line. Those with stripes are recognized without colour. */
function Line({ parts }: { readonly parts: readonly NamedSegment[] }) {
  return (
    <svg height={HIGH} aria-hidden="true">
      {parts
        .filter(({ width }) => width > 0)
        .map(({ name, x, width }) => (
          <>
            <rect class={name} x={percent(x)} y="1" width={percent(width)} height={HIGH - 2} />
            {name.includes('striped') &&
              stripesIn(x, width).map((at) => (
                <line class="stripe" x1={percent(at)} x2={percent(at)} y1="2" y2={HIGH - 2} />
              ))}
          </>
        ))}
    </svg>
  )
}

const STRIPE = 0.015
const stripesIn = (x: number, width: number): number[] =>
  Array.from({ length: Math.floor(width / STRIPE) }, (_, i) => x + (i + 0.5) * STRIPE)

/** Says so if any of these kilograms is rounded where it is shown. */
export function RoundedNote({ of }: { readonly of: readonly (number | null)[] }) {
  const { say } = useWords()
  return of.some((kg) => kg !== null && isRounded(kg)) ? <p class="help">{say('lots.rounded')}</p> : null
}

/** Kilograms of a lot: drawn, its weight, and what became of it, on one scale. */
export function LotFlow({ balance }: { readonly balance: LotFigures }) {
  const { mass, say } = useWords()
  const flow = flowOf(balance)
  const { inputs_kg, declared_kg, outputs_kg, losses_kg, remaining_kg } = balance
  const kg = (value: number | null) => (value === null ? say('member.noKg') : `${mass(value)} kg`)
  const difference = inputs_kg === null || declared_kg === null ? 0 : exact(inputs_kg - declared_kg)
  const short = remaining_kg !== null && remaining_kg < 0
  const lines = [
    {
      title: say('lots.inputs'),
      kg: inputs_kg,
      parts: flow.drawn === null ? [] : [{ ...flow.drawn, name: 'soft' }],
    },
    {
      title: say('lots.declared'),
      kg: declared_kg,
      parts: [
        ...(flow.declared === null ? [] : [{ ...flow.declared, name: 'fill' }]),
        { ...flow.missing, name: 'hollow' },
      ],
    },
  ]
  const became = [
    { ...flow.out, name: 'soft', title: say('lots.outputs'), kg: outputs_kg },
    { ...flow.lost, name: 'lost striped', title: say('lots.losses'), kg: losses_kg },
    { ...flow.left, name: 'fill', title: say('lots.left'), kg: remaining_kg },
  ]
  return (
    <figure class="chart">
      <figcaption>{say('chart.flow')}</figcaption>
      <div class="flow plot">
        {lines.map(({ title, kg: value, parts }) => (
          <div>
            <p>
              <span>{title}</span>
              <strong>{kg(value)}</strong>
            </p>
            {parts.length > 0 && <Line parts={parts} />}
          </div>
        ))}
        <div>
          <Line parts={short ? [...became, { ...flow.beyond, name: 'hollow' }] : became} />
          <ul class="key">
            {became.map(({ name, title, kg: value }) => (
              <KeyLine name={name}>
                <span>{title}</span> <strong>{kg(value)}</strong>
              </KeyLine>
            ))}
          </ul>
        </div>
      </div>
      {difference !== 0 && (
        <p class="note">
          {say(difference > 0 ? 'chart.missing' : 'chart.unexplained')}: {kg(Math.abs(difference))}
        </p>
      )}
      {short && (
        <p class="note">
          {say('chart.beyond')}: {kg(-remaining_kg)}
        </p>
      )}
    </figure>
  )
}
