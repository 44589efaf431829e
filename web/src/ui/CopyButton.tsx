import { useEffect, useState } from 'react'
import { Button, type ButtonSize } from './Button'
import { copyText } from './copyText'
import { useUiTexts } from './UiTexts'

const confirmationTime = 2000

interface CopyButtonProps {
  value: string
  /** Instead of the word 'Copy'. */
  label?: string
  size?: ButtonSize
}

export function CopyButton({ value, label, size = 'sm' }: CopyButtonProps) {
  const texts = useUiTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationTime)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <Button
        size={size}
        icon={copied ? 'check' : 'copy'}
        onClick={async () => setCopied(await copyText(value))}
      >
        {copied ? texts.copied : (label ?? texts.copy)}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && texts.copied}
      </span>
    </>
  )
}
