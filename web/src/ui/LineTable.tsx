interface LinePoint {
  id: string
  label: string
  /** Its place from left to right, such as the time of a day; points need not be at equal distances. */
  at: number
  value: number
}

interface LineTableProps {
  /** Accessible name of chart and table. */
  caption: string
  /** The chart in one sentence: below the chart, and its name. */
  summary: string
  labelHeader: string
  valueHeader: string
  /** Names the table that is folded below the chart. */
  tableText: string
  /** The value at the top of the chart. */
  most: number
  points: readonly LinePoint[]
  format: (value: number) => string
}

/** A line chart with the table of its figures below it. */
export function LineTable(props: LineTableProps) {
  const { caption, summary, labelHeader, valueHeader, tableText, most, points, format } = props
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const across = (at: number) => ((at - first) / Math.max(1, last - first)) * 100
  const height = (value: number) => 40 - (value / Math.max(1, most)) * 38
  const line = points.map(({ at, value }) => `${across(at).toFixed(2)},${height(value).toFixed(2)}`)
  // A single point is drawn as a line, so that something is there.
  const drawn = line.length === 1 ? [...line, `100,${height(points[0]?.value ?? 0).toFixed(2)}`] : line
  return (
    <>
      <svg
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        className="af-line"
        role="img"
        aria-label={summary}
      >
        <polyline points={drawn.join(' ')} fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="af-hint" aria-hidden="true">
        {summary}
      </p>
      <details>
        <summary>{tableText}</summary>
        <table className="table table-sm" aria-label={caption}>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              <th scope="col" className="text-end">
                {valueHeader}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ id, label, value }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td className="text-end">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
