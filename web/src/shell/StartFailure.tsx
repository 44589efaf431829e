import { currentLanguage } from '@/lib/i18n'
import { Button } from '@/ui/Button'

// Not in the catalogues: they may be the part that could not be loaded.
const texts = {
  'en-US': {
    title: 'The application could not be loaded',
    message: 'Check your connection and try again.',
    retry: 'Try again',
  },
  'zh-CN': {
    title: '无法加载应用',
    message: '请检查网络后重试。',
    retry: '重试',
  },
}

/** Shown when the program could not be loaded at its start. */
export function StartFailure() {
  const { title, message, retry } = texts[currentLanguage()]
  return (
    <div className="af-state" role="alert">
      <h1 className="h2">{title}</h1>
      <p>{message}</p>
      <div className="af-state-action">
        {/* Browsers remember a module that did not load: only a new page asks for it again. */}
        <Button variant="primary" onClick={() => window.location.reload()}>
          {retry}
        </Button>
      </div>
    </div>
  )
}
