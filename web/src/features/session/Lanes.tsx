const oem = [40, 200, 360]
const working = [80, 130, 180, 240, 290, 340, 400]
const released = [150, 310, 460]

/** The picture of the product in one drawing: OEM revisions flow into the working lane, and that into what is released. */
export function Lanes() {
  return (
    <svg className="af-session-lanes" viewBox="0 0 480 200" aria-hidden="true" focusable="false">
      <g fill="none" strokeWidth="2">
        <path className="af-lane-oem" d="M0 40H480" />
        <path className="af-lane-working" d="M0 100H480" />
        <path className="af-lane-released" d="M0 160H480" />
        {oem.map((x) => (
          <path key={x} className="af-lane-oem" d={`M${x} 40C${x + 24} 40 ${x + 16} 100 ${x + 40} 100`} />
        ))}
        {released.map((x) => (
          <path
            key={x}
            className="af-lane-working"
            d={`M${x - 40} 100C${x - 16} 100 ${x - 24} 160 ${x} 160`}
          />
        ))}
      </g>
      {oem.map((x) => (
        <circle key={x} className="af-lane-oem-dot" cx={x} cy="40" r="5" />
      ))}
      {working.map((x) => (
        <circle key={x} className="af-lane-working-dot" cx={x} cy="100" r="4" />
      ))}
      {released.map((x) => (
        <circle key={x} className="af-lane-released-dot" cx={x} cy="160" r="6" />
      ))}
    </svg>
  )
}
