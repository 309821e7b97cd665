/**
 * Verbs with which the requests of an API are named, in the languages of collections except English. Phrases are
 * separated by commas. A word that is also a common noun, in its own language or in English, is listed only in a phrase.
 */
export interface RequestVerbs {
  /** Where a title has its verb: only at its start, only at its end, or mostly at its end. @default mostly at its start */
  position?: 'first' | 'last' | 'mostly-last'
  /** Whether words are compared with their accents, because without them they mean something else. @default false */
  hasAccents?: true
  /** Whether words are written without spaces. @default false */
  isUnspaced?: true
  /** Verbs of requests that change nothing. */
  reads: string
  /** Verbs of requests that change something. */
  writes: string
  /** Verbs of requests whose effect cannot be undone or reaches others: to delete, to cancel, to send, to pay. */
  destroys: string
  /** Nouns of such acts: "Virement". They say so only in the name of a request that changes something. */
  acts: string
  /** Verbs that change something, in languages in which only a small first letter shows that they are no nouns. */
  lowerCaseWrites?: string
}

/** Words between two verbs of a title: "buscar y eliminar". */
export const JOINING_WORDS = 'y e et und en i oraz ve và dan и ou'

/** Ends of unspaced titles that make them nouns: "删除记录" is a list of deletions. */
export const UNSPACED_NOUNS =
  /(?:记录|日志|历史|状态|列表|详情|时间|次数|原因|結果|结果|說明|说明|策略|方式)$/u

/** Beginnings of unspaced titles that say nothing about the effect: "in bulk", "number 1". */
export const UNSPACED_BEGINNING = /^(?:批量|一键|强制|第?[一二三四五六七八九十]+[、.]?)/u

/** By ISO 639-1 code. */
export const REQUEST_VERBS: Readonly<Record<string, RequestVerbs>> = {
  es: {
    reads: `obtener, obten, obtiene, listar, lista, listado, buscar, busca, ver, mostrar, muestra, consultar, consulta, traer, leer,
      descargar, visualizar, verificar, comprobar, contar, filtrar, recuperar`,
    writes: `crear, crea, agregar, agrega, añadir, insertar, inserta, registrar usuario, registrar cliente, registrar un, registrar una,
      registrar nuevo, registrar nueva, actualizar, actualiza, modificar, modifica, editar, edita, cambiar, guardar, activar, desactivar,
      habilitar, deshabilitar, bloquear, desbloquear, aprobar, rechazar, confirmar, asignar, desasignar, suscribir, publicar, archivar,
      restaurar, reiniciar, iniciar sesion, detener, ejecutar, procesar, copiar, subir, cerrar, abrir, reservar, renombrar, reemplazar,
      vincular, desvincular, suspender, expulsar, regenerar, sincronizar, reindexar, marcar como, reservar mesa, completar, invitar`,
    destroys: `eliminar, elimina, borrar, borra, suprimir, quitar, anular, anula, cancelar, cancela, revocar, enviar, envia, mandar,
      pagar, reembolsar, transferir, vaciar, limpiar, purgar, destruir, restablecer, dar de baja, eliminacion, retirar, cobrar, cobra al,
      reenviar, reenvia, notificar, notifica a, notifica al, avisar a, avisar al, difundir, transmitir, truncar, terminar, finalizar
      contrato, rescindir, formatear, girar, abonar, desembolsar, devolver, debitar, vacia, donar, comprar, compra el, compra la, depurar,
      expirar, invalidar`,
    acts: `transferencia, pago, cobro, retiro, reembolso, anulacion, cancelacion, envio, devolucion, giro, difusion, compra`,
  },
  pt: {
    reads: `obter, buscar, busca, listar, lista, listagem, ver, mostrar, exibir, consultar, consulta, pesquisar, procurar, baixar,
      visualizar, verificar, ler, contar, filtrar, recuperar, retornar`,
    writes: `criar, cria, cadastrar, cadastra, adicionar, adiciona, inserir, incluir, atualizar, atualiza, alterar, editar, edita,
      modificar, salvar, gravar, registrar um, registrar uma, registrar novo, registrar nova, ativar, desativar, habilitar, desabilitar,
      bloquear, desbloquear, aprovar, reprovar, rejeitar, confirmar, atribuir, publicar, arquivar, restaurar, reiniciar, executar,
      processar, copiar, carregar, fechar, abrir, reservar, vincular, desvincular, renomear, substituir, suspender, expulsar, regenerar,
      sincronizar, reindexar, marcar como, completar, concluir, convidar`,
    destroys: `excluir, exclui, deletar, deleta, apagar, apaga, remover, eliminar, cancelar, cancela, revogar, enviar, envia, pagar,
      reembolsar, estornar, transferir, limpar, esvaziar, destruir, redefinir, exclusao, sacar, debitar, cobrar, encaminhar, encaminha,
      reencaminhar, reenviar, notificar, notifica o, notifica a, avisar, transmitir, difundir, truncar, encerrar, terminar, rescindir,
      formatar, devolver, repassar, doar, esvazia, comprar, expirar, invalidar`,
    acts: `transferencia, pagamento, cobranca, saque, reembolso, estorno, cancelamento, envio, devolucao, pix, compra`,
  },
  fr: {
    reads: `obtenir, recuperer, lister, liste, chercher, rechercher, recherche, trouver, voir, afficher, consulter, lire, verifier,
      telecharger, compter, filtrer, visualiser`,
    writes: `creer, cree, ajouter, ajoute, inserer, enregistrer, modifier le, modifier la, modifier les, modifier l, modifier un, modifier
      une, modifier des, modifier d, modifier du, mettre a jour, editer, actualiser, activer, desactiver, bloquer, debloquer, approuver,
      rejeter, refuser, affecter, attribuer, assigner, publier, archiver, restaurer, redemarrer, demarrer, arreter, executer, deplacer,
      televerser, ouvrir, fermer le, fermer la, fermer un, fermer une, reserver, sauvegarder, renommer, remplacer, inscrire, desinscrire,
      suspendre, bannir, regenerer, synchroniser, reindexer, marquer comme, confirmer, terminer la, terminer le, inviter`,
    destroys: `supprimer, supprime, effacer, effacez, enlever, retirer, annuler, annule, resilier, revoquer, envoyer, envoie, payer le,
      payer la, payer un, payer une, payer l, rembourser, transferer, vider, purger, detruire, reinitialiser, suppression d, suppression de,
      suppression du, suppression des, virer, debiter, debite, prelever, transmettre, faire suivre, renvoyer, notifier, notifie, avertir,
      prevenir le, prevenir la, diffuser, diffuse, tronquer, terminer, mettre fin, resilie, formater, verser, decaisser, annoncer, acheter,
      vide le, vide la, expulser, invalider`,
    acts: `virement, paiement, retrait, remboursement, annulation, prelevement, resiliation, envoi, versement, diffusion, achat`,
  },
  it: {
    reads: `ottenere, ottieni, elencare, elenca, elenco, lista, cercare, cerca, trovare, trova, mostrare, mostra, visualizzare, visualizza,
      leggere, leggi, consultare, recuperare, recupera, scaricare, verificare, contare`,
    writes: `creare, crea, aggiungere, aggiungi, inserire, inserisci, modificare, modifica, aggiornare, aggiorna, salvare, registrare,
      cambiare, impostare, attivare, attiva, disattivare, disattiva, abilitare, disabilitare, bloccare, blocca, sbloccare, sblocca,
      approvare, approva, rifiutare, confermare, assegnare, pubblicare, archiviare, ripristinare, riavviare, avviare, fermare, eseguire,
      spostare, copiare, caricare, chiudere, aprire, prenotare, rinominare, sostituire, sospendere, sospendi, espellere, rigenerare,
      sincronizzare, sincronizza, reindicizzare, segna come, conferma ordine, completare, invitare`,
    destroys: `eliminare, elimina, cancellare, cancella, rimuovere, rimuovi, annullare, annulla, revocare, inviare, invia, spedire,
      pagare, rimborsare, trasferire, svuotare, svuota, distruggere, eliminazione, cancellazione, prelevare, preleva, addebitare, addebita,
      inoltrare, inoltra, notificare, notifica a, notifica al, avvisare, diffondere, trasmettere, trasmetti, troncare, terminare, termina,
      rescindere, formattare, formatta, stornare, storna, versare, restituire, rinviare, paga il, paga la, acquistare, invalidare,
      bonificare`,
    acts: `bonifico, pagamento, prelievo, rimborso, annullamento, addebito, versamento, invio, storno, acquisto, disdetta`,
  },
  de: {
    position: 'mostly-last',
    reads: `anzeigen, zeige, zeigen, abrufen, abfragen, holen, hole, auflisten, liste, suchen, suche, finden, lesen, herunterladen, prüfen,
      zählen, filtern, anschauen, ansehen, einsehen, ausgeben`,
    writes: `anlegen, erstellen, erstelle, erzeugen, hinzufügen, einfügen, speichern, ändern, ändere, bearbeiten, aktualisieren,
      aktualisiere, setzen, aktivieren, aktiviere, deaktivieren, deaktiviere, blockieren, entsperren, freigeben, freischalten, genehmigen,
      ablehnen, bestätigen, zuweisen, zuordnen, veröffentlichen, archivieren, wiederherstellen, neustarten, starten, stoppen, ausführen,
      verschieben, kopieren, hochladen, schließen, öffnen, buchen, bestellen, registrieren, umbenennen, ersetzen, einschalten, ausschalten,
      suspendieren, verbannen, kicken, neu erzeugen, synchronisieren, neu indizieren, markieren, abschließen, einladen, umbuchen`,
    lowerCaseWrites: 'sperren',
    destroys: `löschen, lösche, entfernen, entferne, stornieren, storniere, kündigen, abbrechen, widerrufen, annullieren, zurücksetzen,
      senden, sende, versenden, verschicken, abschicken, bezahlen, überweisen, erstatten, leeren, vernichten, löschung, auszahlen, abbuchen,
      abheben, belasten, einziehen, weiterleiten, benachrichtigen, informieren, rundsenden, ausstrahlen, übermitteln, kürzen, abschneiden,
      terminieren, beenden, formatieren, spenden, rückerstatten, zurückzahlen, kaufen, überweise, leere, verwerfen, entwerten`,
    acts: `überweisung, zahlung, auszahlung, versand, erstattung, rückerstattung, stornierung, kündigung, abbuchung, lastschrift,
      rundmail, kauf`,
  },
  nl: {
    position: 'mostly-last',
    reads: `ophalen, haal, tonen, toon, bekijken, bekijk, zoeken, zoek, weergeven, lijst, opvragen, lezen, downloaden, controleren`,
    writes: `aanmaken, maken, maak, toevoegen, voeg, invoegen, wijzigen, wijzig, bijwerken, bewerken, bewerk, aanpassen, opslaan,
      activeren, activeer, deactiveren, deactiveer, inschakelen, uitschakelen, blokkeren, blokkeer, deblokkeren, goedkeuren, afwijzen,
      bevestigen, toewijzen, publiceren, archiveren, herstellen, herstarten, starten, stoppen, uitvoeren, verplaatsen, uploaden, sluiten,
      boeken, bestellen, registreren, hernoemen, vervangen, opschorten, schorsen, verbannen, hergenereren, synchroniseren, herindexeren,
      markeren, voltooien, uitnodigen`,
    destroys: `verwijderen, verwijder, wissen, annuleren, annuleer, opzeggen, intrekken, verzenden, verzend, versturen, verstuur, sturen,
      stuur, zenden, betalen, betaal, terugbetalen, overmaken, leegmaken, vernietigen, verwijdering, geld opnemen, afschrijven, incasseren,
      doorsturen, doorzenden, notificeren, informeren, waarschuwen, omroepen, uitzenden, afkappen, inkorten, beëindigen, formatteren,
      overboeken, overschrijven, storneren, legen, uitbetalen, uitkeren, restitueren, kopen, doneren, weggooien`,
    acts: `overboeking, overschrijving, betaling, opname, verzending, terugbetaling, annulering, opzegging, incasso, uitbetaling, aankoop`,
  },
  pl: {
    position: 'first',
    reads: `pobierz, pobrać, pobieranie, lista, szukaj, wyszukaj, wyszukiwanie, znajdź, pokaż, pokazać, wyświetl, wyświetlanie, sprawdź,
      odczytaj, zobacz`,
    writes: `dodaj, dodać, dodawanie, dodanie, utwórz, utworzyć, tworzenie, utworzenie, stwórz, wstaw, zapisz, zmień, zmienić, edytuj,
      edytować, edycja, aktualizuj, zaktualizuj, aktualizacja, ustaw, aktywuj, dezaktywuj, włącz, wyłącz, zablokuj, odblokuj, zatwierdź,
      odrzuć, potwierdź, przypisz, opublikuj, archiwizuj, przywróć, uruchom, zatrzymaj, wykonaj, przenieś, skopiuj, prześlij, zamknij,
      otwórz, zarezerwuj, zamów, zarejestruj, zawieś, zawiesić, zbanuj, wyrzuć, wygeneruj ponownie, synchronizuj, zsynchronizuj,
      przeindeksuj, oznacz, zaproś, wstrzymaj`,
    destroys: `usuń, usunąć, usuwanie, usunięcie, skasuj, kasuj, kasowanie, anuluj, anulować, anulowanie, odwołaj, cofnij, wyślij, wysłać,
      wysyłanie, zapłać, zwróć, przelej, wyczyść, zniszcz, zresetuj, przelać, wypłać, wypłacić, obciąż, obciążyć, przekaż, przekazać,
      przekieruj, powiadom, powiadomić, zawiadom, rozgłoś, roześlij, nadaj komunikat, opróżnij, opróżnić, obetnij, skróć, zakończyć, zakończ, sformatuj, formatuj, zwrócić, zapłacić, opłać, wypowiedz, kup, kupić, unieważnij`,
    acts: 'przelew, płatność, wypłata, wysyłka, zwrot, obciążenie, zapłata, wypowiedzenie, zakup',
  },
  tr: {
    position: 'last',
    reads: `getir, getirme, listele, listeleme, listesi, göster, görüntüle, görüntüleme, oku, sorgula, sorgulama, indir, ara, bul`,
    writes: `ekle, ekleme, oluştur, oluşturma, kaydet, kaydetme, güncelle, güncelleme, düzenle, düzenleme, değiştir, değiştirme, ayarla,
      aktifleştir, etkinleştir, pasifleştir, devre dışı bırak, engelle, engeli kaldır, onayla, onaylama, reddet, yayınla, arşivle, başlat,
      durdur, çalıştır, taşı, kopyala, yükle, kapat, rezervasyon yap, kilitle, ata, askıya al, yasakla, yeniden oluştur, senkronize et,
      eşitle, yeniden indeksle, işaretle, tamamla, davet et`,
    destroys: `sil, silme, kaldır, kaldırma, iptal, iptal et, iptal etme, gönder, gönderme, ödeme yap, öde, iade et, aktar, temizle,
      temizleme, boşalt, sıfırla, transfer et, transfer yap, havale et, havale yap, eft yap, para çek, tahsil et, tahsilat yap, ücret al,
      ödeme al, ilet, iletme, yönlendir, bildir, haber ver, uyar, duyur, yayın yap, anons et, boşaltma, kes, kırp, sonlandır, sonlandırma,
      sona erdir, feshet, biçimlendir, formatla, iade yap, satın al, bağış yap, geçersiz kıl, yok et`,
    acts: 'havale, gönderim, iade, tahsilat, fesih',
  },
  vi: {
    position: 'first',
    hasAccents: true,
    reads: 'lấy, xem, tìm, danh sách, liệt kê, hiển thị, chi tiết, tra cứu, đọc, tải xuống, kiểm tra',
    writes: `thêm, tạo, cập nhật, sửa, chỉnh sửa, thay đổi, đổi, lưu, đăng ký, kích hoạt, vô hiệu hóa, vô hiệu hoá, khóa tài khoản, khoá
      tài khoản, khóa người dùng, mở khóa, duyệt, phê duyệt, từ chối, xác nhận, gán, phân công, khôi phục, khởi động, dừng, chạy, di chuyển,
      sao chép, tải lên, đóng, mở, đặt, xuất bản, cap nhat, them moi, tạm ngưng, đình chỉ, cấm, đuổi, tạo lại, đồng bộ, đánh dấu, hoàn
      thành, mời, lập lại chỉ mục`,
    destroys: `xóa, xoá, xoa, hủy, huỷ, gỡ, gửi, hoàn tiền, chuyển tiền, thu hồi, dọn, trả tiền, chuyển khoản, rút tiền, thu phí, trừ
      tiền, thu tiền, chuyển tiếp, thông báo cho, thông báo đến, thông báo tới, phát sóng, phát thanh, phát tin, làm trống, làm rỗng, cắt
      bớt, cắt ngắn, chấm dứt, kết thúc, định dạng lại, thanh toán đơn, thanh toán hóa đơn, thanh toán hoá đơn, nạp tiền, mua, hoàn trả,
      quyên góp, vô hiệu, hủy bỏ`,
    acts: 'chuyen khoan, thanh toan, rut tien, hoan tien',
  },
  id: {
    position: 'first',
    reads: 'ambil, dapatkan, lihat, cari, daftar, tampilkan, tampil, cek, baca, unduh',
    writes: `tambah, tambahkan, menambah, buat, buatkan, membuat, simpan, ubah, mengubah, perbarui, memperbarui, ganti, atur, aktifkan,
      nonaktifkan, blokir, setujui, tolak, tetapkan, publikasikan, arsipkan, pulihkan, mulai, hentikan, jalankan, pindahkan, salin, unggah,
      tutup, buka, daftarkan, masukkan, tangguhkan, menangguhkan, larang, keluarkan, buat ulang, sinkronkan, sinkronisasi, indeks ulang,
      tandai, konfirmasi, selesaikan, mengundang`,
    destroys: `hapus, menghapus, hapuskan, penghapusan, batalkan, membatalkan, kirim, kirimkan, mengirim, bayar, bayarkan, kembalikan,
      kosongkan, bersihkan, hancurkan, cabut, transferkan, mentransfer, transfer dana, transfer uang, transfer saldo, tarik dana, tarik
      uang, tarik saldo, tagih, menagih, tagihkan, teruskan, meneruskan, beri tahu, beritahu, beritahukan, memberitahu, umumkan,
      siarkan, menyiarkan, mengosongkan, pangkas, potong, memotong, akhiri, mengakhiri, format ulang, memformat, beli, membeli, membayar,
      refund dana, sumbangkan, musnahkan`,
    acts: 'pembayaran, pengiriman, penarikan, pengembalian, pembatalan, pembelian',
  },
  ru: {
    position: 'first',
    reads: `получить, получение, список, найти, поиск, показать, просмотр, просмотреть, прочитать, чтение, скачать, проверить, посмотреть`,
    writes: `создать, создание, создай, добавить, добавление, добавь, изменить, изменение, обновить, обновление, редактировать,
      редактирование, сохранить, сохранение, установить, включить, выключить, отключить, активировать, деактивировать, заблокировать,
      разблокировать, подтвердить, одобрить, отклонить, назначить, опубликовать, архивировать, восстановить, запустить, остановить,
      выполнить, переместить, скопировать, закрыть, открыть, забронировать, заказать, зарегистрировать, переименовать, заменить,
      приостановить, забанить, выгнать, исключить, перегенерировать, синхронизировать, переиндексировать, отметить, пометить, завершить,
      пригласить`,
    destroys: `удалить, удаление, удали, отменить, отмена, аннулировать, отозвать, отправить, отправка, оплатить, вернуть, перевести,
      очистить, очистка, сбросить, уничтожить, стереть, перечислить, снять, вывести средства, вывести деньги, списать, взыскать, переслать,
      перенаправить, уведомить, оповестить, известить, разослать, транслировать, вещать, опустошить, обрезать, усечь, урезать, прекратить,
      расторгнуть, форматировать, отформатировать, выплатить, заплатить, возместить, пожертвовать, купить, выслать, закрыть счет`,
    acts: 'перевод, платеж, оплата, списание, возврат, выплата, рассылка, покупка, вывод',
  },
  zh: {
    isUnspaced: true,
    reads:
      '获取, 查询, 查看, 列表, 搜索, 查找, 读取, 显示, 展示, 详情, 列出, 统计, 导出, 下载, 检查, 取得, 獲取, 查詢, 搜尋, 讀取, 顯示',
    writes: `创建, 新增, 添加, 新建, 更新, 修改, 编辑, 保存, 启用, 禁用, 停用, 激活, 锁定, 解锁, 批准, 拒绝, 确认, 分配, 发布, 归档, 恢复, 重启, 启动, 停止, 执行, 移动, 复制, 上传, 关闭, 打开, 预订, 购买,
      注册, 绑定, 解绑, 重命名, 插入, 替换, 創建, 編輯, 儲存, 啟用, 發布, 暂停, 封禁, 禁言, 踢出, 重新生成, 同步, 重建索引, 标记, 完成订单, 完成任务, 邀请用户, 邀请成员, 邀请加入, 冻结账户, 冻结用户, 冻结卡, 挂起`,
    destroys: `删除, 移除, 清空, 清除, 取消, 撤销, 撤回, 发送, 转账, 重置, 销毁, 注销, 吊销, 刪除, 發送, 支付订单, 支付账单, 支付费用, 立即支付, 发起支付, 确认支付, 付款给, 汇款给, 发起汇款, 申请提现, 发起提现, 提现到, 取款, 扣款, 扣费,
      退款给, 申请退款, 发起退款, 转发, 通知用户, 通知客户, 通知所有, 发通知, 推送给, 推送消息, 群发, 广播消息, 广播通知, 广播给, 截断, 终止, 终结, 格式化磁盘, 格式化硬盘, 格式化设备, 作废, 打款, 捐赠, 擦除, 解散, 收取, 轉帳, 匯款給, 轉發, 終止, 廣播訊息`,
    acts: '支付, 付款, 退款, 充值, 转账, 推送, 收款, 购买, 提现, 汇款, 广播',
  },
}
