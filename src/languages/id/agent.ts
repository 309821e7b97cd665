import type { AgentTexts } from '../agent-texts.js'
import { indonesianApprovalTexts } from './approval-texts.js'

export const indonesianAgent: AgentTexts = {
  tag: 'id',
  filler: 'Masih saya kerjakan...',
  approval: indonesianApprovalTexts,
  budgets: {
    user: 'Batas Anda sudah habis untuk saat ini. Silakan kembali nanti.',
    session: 'Percakapan ini sudah mencapai batasnya. Silakan mulai yang baru.',
    app: 'Layanan ini sudah mencapai batasnya untuk saat ini. Silakan kembali nanti.',
  },
  speech: {
    cannotHear: 'Saya tidak dapat mendengar Anda: {why}. Silakan mengetik.',
    cannotSpeak: 'Saya tidak dapat berbicara: {why}. Saya menjawab dengan teks.',
    why: {
      unauthorized: '{provider} menolak kuncinya ({reason})',
      'rate-limited': '{provider} melewati batasnya ({reason})',
      unavailable: '{provider} sedang bermasalah ({reason})',
      unreachable: '{provider} tidak dapat dihubungi ({reason})',
      rejected: '{provider} menolak permintaan ({reason})',
      timeout: '{provider} tidak menjawab tepat waktu',
      'bad-answer': '{provider} mengirim sesuatu yang tidak dapat saya gunakan ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Server berhenti saat menjalankan sesuatu, jadi saya tidak tahu apakah itu berhasil. Mohon periksa sebelum memintanya lagi.',
    inReply: 'Server berhenti di tengah jawaban saya. Silakan tanyakan lagi.',
  },
  phone: {
    greeting: 'Halo, saya asisten otomatis. Ada yang bisa saya bantu?',
    goAhead: 'Katakan ya atau tekan 1 untuk melanjutkan. Katakan tidak atau tekan 2 untuk membatalkan.',
    again: 'Saya menunggu jawaban ya atau tidak.',
    filler: 'Mohon tunggu sebentar.',
    stillThere: 'Apakah Anda masih di sana?',
    goodbye: 'Sampai jumpa.',
    timeUp: 'Panggilan ini sudah mencapai batas waktunya. Silakan telepon lagi. Sampai jumpa.',
    farewells: [
      'sampai jumpa',
      'dadah',
      'dah',
      'selamat tinggal',
      'selamat malam',
      'itu saja',
      'cukup itu saja',
    ],
  },
  failures: {
    unauthorized:
      'Saya tidak dapat menjawab: layanan yang menulis jawaban saya tidak menerima kuncinya. Mohon beri tahu pengelola.',
    'no-credit':
      'Saya tidak dapat menjawab: saldo layanan yang menulis jawaban saya sudah habis. Mohon beri tahu pengelola.',
    'unknown-model':
      'Saya tidak dapat menjawab: model bahasa saya sudah tidak ada. Mohon beri tahu pengelola.',
    'rate-limited':
      'Saat ini saya tidak dapat menjawab, karena terlalu banyak orang yang bertanya. Silakan coba lagi sebentar lagi.',
    unavailable:
      'Saat ini saya tidak dapat menjawab: layanan yang menulis jawaban saya bermasalah. Silakan coba lagi sebentar lagi.',
    unreachable:
      'Saat ini saya tidak dapat menjawab, karena layanan yang menulis jawaban saya tidak dapat dihubungi. Silakan coba lagi nanti.',
    rejected: 'Saya tidak dapat menjawab ini: layanan yang menulis jawaban saya menolaknya.',
    'too-long':
      'Saya tidak dapat menjawab lagi, karena percakapan ini terlalu panjang. Silakan mulai yang baru.',
    timeout: 'Saat ini saya tidak dapat menjawab, karena jawaban saya terlalu lama. Silakan coba lagi.',
    'bad-answer':
      'Saya tidak dapat menjawab: yang saya terima sebagai jawaban tidak masuk akal. Silakan coba lagi.',
    'no-answer': 'Saya tidak punya jawaban untuk ini. Mohon katakan dengan kata lain.',
    cut: 'Jawaban saya terpotong. Silakan tanyakan lagi.',
    lastResort:
      'Model bahasa saya tidak tersedia. Pencarian bawaan menjawab sebagai gantinya; ia dapat mencari, tetapi tidak mengubah apa pun.',
    tooManySteps:
      'Saya berhenti di sini: ini perlu lebih banyak langkah daripada yang diizinkan. Mohon minta bagian yang lebih kecil.',
    tooLong: 'Saya berhenti di sini: ini terlalu lama. Silakan coba lagi atau minta bagian yang lebih kecil.',
    tooManyTokens:
      'Saya berhenti di sini: ini perlu lebih banyak teks daripada yang boleh saya baca. Mohon minta bagian yang lebih kecil.',
    tooManyBadCalls:
      'Saya berhenti di sini: saya tidak dapat membentuk permintaan yang benar ke API. Mohon katakan dengan kata lain.',
    internal: 'Ada yang salah di pihak saya. Silakan coba lagi.',
  },
}
