import { useQueryClient } from '@tanstack/react-query';
import { Columns3, ListPlus, Scale, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { setCompared, useCompared, useComparedIds } from '#web/features/compare/index.ts';
import { LazySaveToListDialog, SaveToListButton, saveToListAfterLogin } from '#web/features/lists/index.ts';
import type { CardMenuProps } from '#web/features/properties/index.ts';
import { findSimilar, shareProperty } from '#web/features/propertyPage/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate } from '#web/lib/router.tsx';
import { MenuPanel } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';

/** For the map's pop-up. */
export { SaveToListButton };

/** The actions behind '⋯' on a listing's card. Its code is fetched once the button is pointed at or pressed. */
export function CardMenu({ id, label, property, trigger, onClose }: CardMenuProps) {
  const { user } = useSession();
  const { isChosen, toggle } = useCompared(property.id);
  const compareSimilar = useCompareSimilar(property);
  // A comparison that somebody has begun stays theirs.
  const isFirst = useComparedIds().every((chosen) => chosen === property.id);
  const [isSaving, setIsSaving] = useState(false);
  const saveToList = () => {
    if (user) return setIsSaving(true);
    onClose();
    saveToListAfterLogin.ask({ propertyId: property.id, title: property.title });
  };

  if (isSaving)
    return (
      <Suspense fallback={null}>
        <LazySaveToListDialog propertyId={property.id} title={property.title} onClose={onClose} />
      </Suspense>
    );
  return (
    <MenuPanel
      {...{ id, label, trigger }}
      // Within the card, whose edges cut off what stands over them.
      placement="over"
      close={onClose}
      entries={[
        {
          label: isChosen ? t('Remove from comparison') : t('Compare'),
          icon: <Scale size={18} />,
          onSelect: toggle,
        },
        ...(isFirst
          ? [
              {
                label: t('Compare with similar'),
                icon: <Columns3 size={18} />,
                onSelect: () => void compareSimilar(),
              },
            ]
          : []),
        { label: t('Save to list…'), icon: <ListPlus size={18} />, onSelect: saveToList, staysOpen: true },
        { label: t('Share'), icon: <Share2 size={18} />, onSelect: () => void shareProperty(property) },
      ]}
    />
  );
}

/** How many stand beside the home itself. */
const SIMILAR = 2;

/** Leads to the comparison of a home with those most like it. */
function useCompareSimilar(property: CardMenuProps['property']): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      const similar = await findSimilar(client, property, SIMILAR);
      if (similar.length === 0) return showToast(t('There is no similar home right now.'), 'info');
      setCompared([property.id, ...similar]);
      await navigate('/compare');
    } catch (error) {
      showToast(failureSentence(error, t('Similar homes could not be loaded. Please try again.')), 'error');
    }
  };
}
