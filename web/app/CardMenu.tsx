import { ListPlus, Scale, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { useCompared } from '#web/features/compare/index.ts';
import { LazySaveToListDialog, saveToListAfterLogin } from '#web/features/lists/index.ts';
import type { CardMenuProps } from '#web/features/properties/index.ts';
import { shareProperty } from '#web/features/propertyPage/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { MenuPanel } from '#web/ui/dialogs/Menu.tsx';

/** The actions behind '⋯' on a listing's card. Its code is fetched once the button is pointed at or pressed. */
export function CardMenu({ id, label, property, trigger, onClose }: CardMenuProps) {
  const { user } = useSession();
  const { isChosen, toggle } = useCompared(property.id);
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
      placement="above"
      close={onClose}
      entries={[
        {
          label: isChosen ? t('Remove from comparison') : t('Compare'),
          icon: <Scale size={18} />,
          onSelect: toggle,
        },
        { label: t('Save to list…'), icon: <ListPlus size={18} />, onSelect: saveToList, staysOpen: true },
        { label: t('Share'), icon: <Share2 size={18} />, onSelect: () => void shareProperty(property) },
      ]}
    />
  );
}
