import { useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { Tabs } from '#web/ui/Tabs.tsx';
import { AgentTab } from './AgentTab.tsx';
import { ContactBar } from './ContactBar.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { emailLink } from './contactLinks.ts';
import { DetailsTab } from './DetailsTab.tsx';
import { DetailToolbar } from './DetailToolbar.tsx';
import { Gallery } from './gallery/Gallery.tsx';
import { Headline } from './Headline.tsx';
import { LocationTab } from './LocationTab.tsx';
import { MortgageEstimate } from './MortgageEstimate.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import styles from './PropertyPage.module.css';
import { Sidebar } from './Sidebar.tsx';
import { SimilarProperties } from './SimilarProperties.tsx';
import { useDescription } from './useDescription.ts';
import { useFavoriteToggle } from './useFavoriteToggle.ts';
import { propertyUrl, useShareProperty } from './useShareProperty.ts';
import { useVisit } from './useVisit.ts';

const detailTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'details', label: 'Details' },
  { id: 'location', label: 'Location' },
  { id: 'agent', label: 'Agent' },
] as const;

const GALLERY_SIZES = '(min-width: 80rem) 76rem, 100vw';

export function PropertyPage({ property }: { property: Property }) {
  const { id, title, images, agent } = property;
  const { user } = useSession();
  const [tab, openTab] = useUrlTab(detailTabs);
  const [isContactOpen, setIsContactOpen] = useState(false);
  const { isFavorite, toggleFavorite } = useFavoriteToggle(id);
  const share = useShareProperty(property);
  useVisit(id);
  useDescription(property.description);

  const mailHref = agent
    ? emailLink({
        property,
        email: agent.email,
        name: agent.name,
        url: propertyUrl(id),
        senderName: user?.name,
      })
    : '';
  const openContact = () => setIsContactOpen(true);

  return (
    <>
      <article className={styles.page}>
        <DetailToolbar
          property={property}
          isFavorite={isFavorite}
          onToggleFavorite={toggleFavorite}
          onShare={share}
        />
        <Gallery className={styles.gallery} images={images} title={title} sizes={GALLERY_SIZES} hasMosaic />
        <div className={styles.columns}>
          <div className={styles.main}>
            <Headline property={property} />
            <Tabs label="About this property" tabs={detailTabs} active={tab} onChange={openTab}>
              {tab === 'overview' && <OverviewTab property={property} />}
              {tab === 'details' && <DetailsTab property={property} />}
              {tab === 'location' && <LocationTab property={property} />}
              {tab === 'agent' && <AgentTab agent={agent} mailHref={mailHref} />}
            </Tabs>
            {property.listing_type === 'sale' && <MortgageEstimate price={property.price} />}
          </div>
          <Sidebar
            property={property}
            isFavorite={isFavorite}
            onToggleFavorite={toggleFavorite}
            onShare={share}
            onContact={openContact}
          />
        </div>
        <SimilarProperties property={property} />
      </article>
      <ContactBar property={property} onContact={openContact} />
      <PrintSheet property={property} />
      {isContactOpen && agent && (
        <ContactDialog
          property={property}
          agent={agent}
          mailHref={mailHref}
          onClose={() => setIsContactOpen(false)}
        />
      )}
    </>
  );
}
