import { classes } from './classes'
import { Icon } from './Icon'
import type { IconName } from './icons'

type StepState = 'done' | 'current' | 'waiting' | 'failed'

export interface Step {
  label: string
  state: StepState
  /** The state in words, for screen readers. */
  stateText: string
  /** From 0 to 100. */
  percent?: number
}

const stepIcons: Record<StepState, IconName> = {
  done: 'success',
  current: 'running',
  waiting: 'waiting',
  failed: 'danger',
}

/** The steps of something that runs, in their order, each with how far it came. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="af-steps" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.label}
          className={classes('af-step', `af-step-${step.state}`)}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <Icon name={stepIcons[step.state]} title={step.stateText} />
          <span className="af-step-label">{step.label}</span>
          {step.percent !== undefined && (
            <>
              <span className="af-progress af-step-bar" aria-hidden="true">
                <span style={{ width: `${step.percent}%` }} />
              </span>
              <span className="af-step-percent">{step.percent} %</span>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
