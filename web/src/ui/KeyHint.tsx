export function KeyHint({ keys }: { keys: readonly string[] }) {
  return (
    <span className="text-nowrap">
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ' + '}
          <kbd>{key}</kbd>
        </span>
      ))}
    </span>
  )
}
