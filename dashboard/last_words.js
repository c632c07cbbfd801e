// Keeps what this page has told the server and the server has not acknowledged. When the page goes away it is said
// again, by a request that outlives the page: a message on a socket that closes may never be read. The server takes
// no message twice.
(() => {
  const LARGEST = 60_000 // bytes; browsers send no more once a page is gone
  const sockets = new Set()

  // Bokeh's protocol: a message is three texts, of which the first has its number, and its buffers, of which no edit
  // has any; an answer names the message that it answers.
  class KeepingSocket extends WebSocket {
    constructor(address, protocols) {
      super(address, protocols)
      this.token = protocols?.[1] ?? ""
      this.texts = []
      this.unheard = new Map()
      sockets.add(this)
      this.addEventListener("message", ({data}) => this.heard(data))
    }
    send(data) {
      super.send(data)
      this.texts.push(data)
      const {msgid, msgtype, num_buffers = 0} = JSON.parse(this.texts[0])
      if (this.texts.length < 3 + 2 * num_buffers) return
      if (msgtype === "PATCH-DOC" && num_buffers === 0) this.unheard.set(msgid, this.texts)
      this.texts = []
    }
    heard(data) {
      if (typeof data !== "string" || data.length > 300 || !data.includes('"reqid"')) return
      this.unheard.delete(JSON.parse(data).reqid)
    }
    say_again() {
      const messages = [...this.unheard.values()]
      while (messages.length) {
        const body = new Blob([JSON.stringify({token: this.token, messages})])
        if (body.size <= LARGEST) return navigator.sendBeacon("last-words", body)
        messages.shift()
      }
    }
  }
  window.WebSocket = KeepingSocket

  const say_again = () => sockets.forEach((socket) => socket.say_again())
  window.addEventListener("pagehide", say_again)
  document.addEventListener("visibilitychange", () => document.hidden && say_again()) // a phone may not tell more
})()
