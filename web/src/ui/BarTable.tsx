export interface Bar {
  id: string
  label: string
  /** The page of the label. */
  href: string
  value: number
  /** The list that the value counts, where it is another page than that of the label. */
  valueHref?: string
  /** The value in words, where they say more than the figure. */
  text?: string
}

interface BarTableProps {
  /** Accessible name of the table. */
  caption: string
  labelHeader: string
  valueHeader: string
  bars: readonly Bar[]
  /** The value of a full bar; the largest of them where it is left out. */
  full?: number
  format: (value: number) => string
}

/** A bar chart that is a table as well: who sees no bars reads the same figures. */
export function BarTable({ caption, labelHeader, valueHeader, bars, full, format }: BarTableProps) {
  const longest = full ?? Math.max(1, ...bars.map(({ value }) => value))
  return (
    <table aria-label={caption} className="af-bars">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{labelHeader}</th>
          <th scope="col">{valueHeader}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, label, href, value, valueHref = href, text }) => (
          <tr key={id}>
            <th scope="row">
              <a href={href}>{label}</a>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className="af-bar-room" width="100" height="10" rx="1" />
                <rect className="af-bar" width={(value / longest) * 100} height="10" rx="1" />
              </svg>
            </th>
            <td className="text-end">
              <a href={valueHref}>{text ?? format(value)}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
