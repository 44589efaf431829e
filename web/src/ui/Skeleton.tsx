interface SkeletonProps {
  lines?: number
  width?: string
  height?: string
}

/** A placeholder for text that is loading. */
export function Skeleton({ lines = 1, width, height }: SkeletonProps) {
  return (
    <span className="d-block" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content differ only by their place.
        <span key={line} className="af-skeleton" style={{ width: width ?? lineWidth(line, lines), height }} />
      ))}
    </span>
  )
}

const lineWidth = (line: number, lines: number) => (line === lines - 1 && lines > 1 ? '60%' : '100%')
