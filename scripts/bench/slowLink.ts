import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const roundTripMs = 150;
/** Bandwidth in bytes per millisecond, equal to Lighthouse's slow 4G: 1.6 × 1,024 kbit/s. */
const bytesPerMs = 204.8;
/** Payload of a TCP packet, in bytes. */
const packetBytes = 1460;
/** Number of packets that a server sends before the first acknowledgement: RFC 6928. */
const firstWindowPackets = 10;

type Delayed = { at: number; run: () => void };

/** First-in, first-out queue of delayed functions. Times are in milliseconds of `performance.now()`. */
class DelayLine {
	readonly #waiting: Delayed[] = [];
	#timer: NodeJS.Timeout | undefined;

	add(at: number, run: () => void): void {
		this.#waiting.push({ at, run });
		if (!this.#timer) this.#startTimer(at);
	}

	#startTimer(at: number): void {
		this.#timer = setTimeout(() => this.#runDue(), Math.max(1, at - performance.now()));
	}

	#runDue(): void {
		while (this.#waiting[0] && this.#waiting[0].at <= performance.now())
			this.#waiting.shift()?.run();
		this.#timer = undefined;
		const [next] = this.#waiting;
		if (next) this.#startTimer(next.at);
	}
}

/**
 * Opens a proxy that emulates a slow phone connection: delay, shared bandwidth and TCP slow start, but no packet loss.
 */
export async function openSlowLink(
	serverPort: number,
): Promise<{ port: number; close: () => void }> {
	/** Time at which the link can send the next packet. All connections share the link. */
	let linkFreeAtMs = 0;

	const connectThrough = (browserSide: Socket) => {
		const serverSide = connect({ port: serverPort, host: "127.0.0.1", noDelay: true });
		const [upstream, downstream, acknowledgements] = [
			new DelayLine(),
			new DelayLine(),
			new DelayLine(),
		];
		// A TCP connection is open after one round trip.
		const connectedAtMs = performance.now() + roundTripMs;
		const queue: Buffer[] = [];
		let windowBytes = firstWindowPackets * packetBytes;
		let inFlightBytes = 0;
		let hasEnded = false;

		const sendPacket = (packet: Buffer) => {
			inFlightBytes += packet.length;
			linkFreeAtMs = Math.max(linkFreeAtMs, performance.now()) + packet.length / bytesPerMs;
			const arrivesAt = linkFreeAtMs + roundTripMs / 2;
			downstream.add(arrivesAt, () => browserSide.write(packet));
			acknowledgements.add(arrivesAt + roundTripMs / 2, () => {
				inFlightBytes -= packet.length;
				// TCP slow start: each acknowledgement enlarges the congestion window by the packet's size.
				windowBytes += packet.length;
				sendWaiting();
			});
		};

		const sendWaiting = () => {
			while (queue[0] && inFlightBytes < windowBytes) {
				const [first] = queue;
				if (first.length > packetBytes) queue[0] = first.subarray(packetBytes);
				else queue.shift();
				sendPacket(first.subarray(0, packetBytes));
			}
			if (hasEnded && queue.length === 0) {
				downstream.add(linkFreeAtMs + roundTripMs / 2, () => browserSide.end());
			}
		};

		browserSide.on("data", (data) => {
			const arrivesAt = Math.max(connectedAtMs, performance.now()) + roundTripMs / 2;
			upstream.add(arrivesAt, () => serverSide.write(data));
		});
		serverSide.on("data", (data) => {
			queue.push(data);
			sendWaiting();
		});
		serverSide.on("end", () => {
			hasEnded = true;
			sendWaiting();
		});
		// Without a listener, a connection that the browser aborts would crash the process.
		browserSide.on("error", () => serverSide.destroy());
		serverSide.on("error", () => browserSide.destroy());
		browserSide.on("close", () => serverSide.destroy());
	};

	const link = createServer({ noDelay: true }, connectThrough).listen(0, "127.0.0.1");
	await once(link, "listening");
	return { port: (link.address() as AddressInfo).port, close: () => link.close() };
}
