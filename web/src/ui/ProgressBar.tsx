import { useId } from 'react'
import { classes } from './classes'

interface ProgressBarProps {
  label: string
  /** From 0 to 100; undefined when unknown. */
  percent: number | undefined
  labelHidden?: boolean
}

export function ProgressBar({ label, percent, labelHidden }: ProgressBarProps) {
  const id = useId()
  const shown = percent === undefined ? undefined : Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div>
      <div className={labelHidden ? 'visually-hidden' : 'd-flex justify-content-between mb-1'}>
        <span id={id}>{label}</span>
        {shown !== undefined && <span>{shown} %</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        className={classes('af-progress', shown === undefined && 'af-progress-unknown')}
      >
        <div style={shown === undefined ? undefined : { width: `${shown}%` }} />
      </div>
    </div>
  )
}
