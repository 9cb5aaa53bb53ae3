import type { DivIcon, LatLngExpression, LeafletEventHandlerFnMap, Marker as LeafletMarker } from 'leaflet';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Marker } from 'react-leaflet';

interface ActionMarkerProps {
  position: LatLngExpression;
  icon: DivIcon;
  /** Read out in place of the icon. */
  label: string;
  /** Read out beside the label, and shown on hover. */
  hint?: string;
  /** For markers that act rather than open a popup; also answers Enter and the space bar. */
  onActivate?: (() => void) | undefined;
  /** Called when the pointer or the focus enters and leaves. */
  onPoint?: ((isPointed: boolean) => void) | undefined;
  isRaised?: boolean;
  /** The listing of this marker is shown elsewhere on the screen. */
  isCurrent?: boolean;
  children?: ReactNode;
}

/** Above every marker that does not have it, however far south that lies. */
const RAISED = 10_000;

/** A marker that is a button to the keyboard and to screen readers; focus returns to it when its popup closes. */
export function ActionMarker(props: ActionMarkerProps) {
  const { position, icon, label, hint, isRaised = false, isCurrent = false, children } = props;
  const marker = useRef<LeafletMarker | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    // Leaflet makes a new element with each icon.
    const element = icon && marker.current?.getElement();
    if (!element) return;
    element.setAttribute('aria-label', label);
    if (hint) element.title = hint;
    // No marker covers the one that has the focus.
    element.onfocus = () => {
      marker.current?.setZIndexOffset(2 * RAISED);
      latest.current.onPoint?.(true);
    };
    element.onblur = () => {
      marker.current?.setZIndexOffset(latest.current.isRaised ? RAISED : 0);
      latest.current.onPoint?.(false);
    };
    if (isCurrent) element.setAttribute('aria-current', 'true');
    else element.removeAttribute('aria-current');
  }, [icon, label, hint, isCurrent]);
  // A removed marker under the pointer is no longer hovered.
  useEffect(() => () => latest.current.onPoint?.(false), []);

  const handlers = useMemo<LeafletEventHandlerFnMap>(
    () => ({
      click: () => latest.current.onActivate?.(),
      mouseover: () => latest.current.onPoint?.(true),
      mouseout: () => latest.current.onPoint?.(false),
      keydown: ({ originalEvent }) => {
        if (originalEvent.key === 'Escape') marker.current?.closePopup();
        if (originalEvent.key !== ' ' && !(originalEvent.key === 'Enter' && latest.current.onActivate)) return;
        originalEvent.preventDefault();
        if (latest.current.onActivate) latest.current.onActivate();
        else marker.current?.togglePopup();
      },
      popupopen: ({ popup }) => {
        const element = popup.getElement();
        if (!element) return;
        element.tabIndex = -1;
        element.style.outline = 'none';
        element.setAttribute('role', 'dialog');
        element.setAttribute('aria-label', label);
        // Leaflet receives Escape only while the map itself has the focus.
        element.onkeydown = (event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          marker.current?.getElement()?.focus();
          marker.current?.closePopup();
        };
        if (document.activeElement === marker.current?.getElement()) element.focus({ preventScroll: true });
      },
      popupclose: ({ popup }) => {
        if (popup.getElement()?.contains(document.activeElement)) marker.current?.getElement()?.focus();
      },
    }),
    [label],
  );

  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      eventHandlers={handlers}
      riseOnHover
      zIndexOffset={isRaised ? RAISED : 0}
    >
      {children}
    </Marker>
  );
}
