import { usualLane } from './lanes'
import { useReading } from './useReading'

/** Whether the current working version is read, the only one that can be changed. */
export function useIsWorking(): boolean {
  const { lane = usualLane, revision, asOf } = useReading()
  return lane === usualLane && revision === undefined && asOf === undefined
}
