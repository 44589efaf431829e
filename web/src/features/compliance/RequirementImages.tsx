import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { policyImageQuery, savePolicyImage } from '@/api/policyImages'
import type { PolicyImage } from '@/api/types'
import { formatBytes } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'

interface RequirementImagesProps {
  item: string
  images: readonly PolicyImage[]
}

/** The images of a requirement or of one of its clauses. Those that browsers cannot display can be downloaded. */
export function RequirementImages({ item, images }: RequirementImagesProps) {
  return images.map((image, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same image may stand twice in a text.
    <Figure key={`${image.sha256} ${index}`} item={item} image={image} />
  ))
}

function Figure({ item, image }: { item: string; image: PolicyImage }) {
  const { t } = useTranslation()
  const save = useMutation({ mutationFn: () => savePolicyImage(item, image), onError: showProblem })
  const size = formatBytes(image.size)
  return (
    <figure className="cpl-figure">
      {image.isDisplayed ? <Picture item={item} image={image} /> : <NotShown />}
      <figcaption>
        <Button variant="link" size="sm" icon="download" busy={save.isPending} onClick={() => save.mutate()}>
          {t('compliance.image.download', { name: image.name, size })}
        </Button>
      </figcaption>
    </figure>
  )
}

function Picture({ item, image }: { item: string; image: PolicyImage }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(policyImageQuery(item, image))
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  if (error) return <FormProblem>{error.message}</FormProblem>
  if (address === undefined) return <Skeleton height="8rem" />
  if (isBroken) return <NotShown />
  const alt = t('compliance.image.alt', { name: image.name })
  return <img src={address} alt={alt} onError={() => setBroken(true)} />
}

function NotShown() {
  const { t } = useTranslation()
  return <p className="af-hint mt-0 mb-1">{t('compliance.image.notShown')}</p>
}
