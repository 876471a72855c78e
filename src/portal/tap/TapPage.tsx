import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { TapStation } from '../../../domain/calls/taps.ts';
import { callQuery } from '../../app/callApi.ts';
import { useStore } from '../../app/createStore.ts';
import { isUnreachable } from '../../app/ApiError.ts';
import { TAP_STATION } from '../../app/deviceCopy.ts';
import { kioskStore } from '../../app/kioskStore.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Page } from '../../ui/Page.tsx';
import { PairDevice } from '../kiosk/PairDevice.tsx';
import { keepPage } from '../offline/keepPage.ts';
import { forgetStation, storedStation, storeStation } from './stationCopy.ts';
import { Station } from './Station.tsx';

/** Milliseconds between two questions whether the device is still paired. */
const PULSE = 30_000;

/** /tapStation/{centerId}: the reader at the door of a center. */
export function TapPage() {
  const centerId = Number(useParams()['centerId']);
  return <TapStationPage key={centerId} centerId={centerId} />;
}

function TapStationPage({ centerId }: { centerId: number }) {
  const query = useQuery({
    ...callQuery('GET /api/centers/:centerId/station', { params: { centerId } }),
    staleTime: 0,
    refetchInterval: PULSE,
    refetchIntervalInBackground: true,
  });
  const { data, error, refetch } = query;
  const onUnpaired = useCallback(() => {
    forgetStation(centerId);
    void refetch();
  }, [centerId, refetch]);
  useStationCopy(centerId, data);
  const device = useStore(kioskStore);
  const isOutdated = device?.kind === 'tapStation' && device.center.id === centerId && data?.isPaired === false;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const stored = data === undefined && error !== null && isUnreachable(error) ? storedStation(centerId) : null;
  if (stored !== null) return <Station centerId={centerId} name={stored} waivers={null} onUnpaired={onUnpaired} />;
  if (data?.isPaired === true)
    return <Station centerId={centerId} name={data.center.name} waivers={data.waivers} onUnpaired={onUnpaired} />;
  return (
    <QueryView query={query} what="the tap station">
      {(station) => <Unpaired station={station} />}
    </QueryView>
  );
}

/** The station opens without a connection as long as it is paired. */
function useStationCopy(centerId: number, data: TapStation | undefined): void {
  const isPaired = data?.isPaired;
  const name = data?.center.name;
  useEffect(() => {
    if (isPaired === undefined || name === undefined) return;
    if (!isPaired) forgetStation(centerId);
    else {
      storeStation(centerId, name);
      void keepPage(TAP_STATION, `${TAP_STATION.page}/${centerId}`);
    }
  }, [centerId, isPaired, name]);
}

/** A browser that is no station of the center: it reads no cards, and can be paired. */
function Unpaired({ station: { center } }: { station: TapStation }) {
  return (
    <Page title={center.name}>
      <p>This device is not the tap station of {center.name}. It cannot read cards.</p>
      <PairDevice title="Pair this device" kind="tapStation" locationId={null} centerId={center.id} />
    </Page>
  );
}
